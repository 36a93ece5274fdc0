import type { MaintenanceRecurrence } from '@app/entities';
import {
  DomainError,
  type ErrorDetail,
  parseInstant,
  parseOptionalRange,
  say,
  unknownRecord,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PointsService } from '../../building/points/points.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { cronFault } from '../../platform/schedules/cron-schedule';
import { FaultsService } from '../faults/faults.service';
import { WorkReferencesService } from '../work-references/work-references.service';
import type { MaintenanceRow } from './maintenance.queries';
import { isCron, type SeriesMoment } from './maintenance-series';

type References = Partial<Pick<MaintenanceRow, 'objectId' | 'faultId' | 'assigneeId' | 'recurrence'>>;

/** A recurrence as clients send it: `cron` and `timezone` for dates, or `pointCode` and `everyHours` for a counter. */
export interface RecurrenceInput {
  cron?: string;
  timezone?: string | null;
  pointCode?: string;
  everyHours?: number;
}

/** Checks the input of work orders, and reads the values that their series needs. */
@Injectable()
export class MaintenanceChecks {
  constructor(
    private readonly references: WorkReferencesService,
    private readonly faults: FaultsService,
    private readonly points: PointsService,
    private readonly configuration: ConfigurationService,
  ) {}

  /** @throws DomainError invalid with a detail for each record that does not exist and for an invalid recurrence */
  async assertSound(manager: EntityManager, input: References): Promise<void> {
    const { faultId, recurrence } = input;
    const details = await this.references.missing(manager, input);
    if (faultId && !(await this.faults.hasFault(manager, faultId))) {
      details.push({ path: 'faultId', ...unknownRecord('fault', faultId) });
    }
    if (recurrence) details.push(...recurrenceFaults(recurrence));
    if (details.length > 0) throw DomainError.invalid('The work order is not valid.', details);
  }

  /** Parses a time. Without an offset, it is in the platform's time zone. */
  async instant(text: string): Promise<Date> {
    return parseInstant(text, await this.configuration.timezone());
  }

  /** Like `instant`, for both ends of a range. Each may be missing. */
  async range(range: { from?: string; to?: string }): Promise<{ from?: Date; to?: Date }> {
    return parseOptionalRange(range, await this.configuration.timezone());
  }

  async moment(
    manager: EntityManager,
    recurrence: MaintenanceRecurrence | null,
    nowMs: number,
  ): Promise<SeriesMoment> {
    const zone = await this.configuration.timezone();
    if (recurrence === null || isCron(recurrence)) return { nowMs, zone, counterValue: null };
    const last = await this.points.lastValue(manager, recurrence.pointCode);
    const isUsable = last !== null && last.quality !== 'bad' && Number.isFinite(last.value);
    return { nowMs, zone, counterValue: isUsable ? Number(last.value) : null };
  }
}

/** A counter may be unknown: the series begins to count when the gateway reports its first value. */
function recurrenceFaults(recurrence: MaintenanceRecurrence): ErrorDetail[] {
  const fault = isCron(recurrence) ? cronFault(recurrence.cron) : null;
  return fault === null ? [] : [{ path: 'recurrence.cron', ...fault }];
}

/** @throws DomainError invalid if the input has neither kind of recurrence, or both */
export function toRecurrence(input: RecurrenceInput | null): MaintenanceRecurrence | null {
  if (input === null) return null;
  const { cron, timezone, pointCode, everyHours } = input;
  const isCounter = pointCode !== undefined && everyHours !== undefined;
  if (cron !== undefined && pointCode === undefined && everyHours === undefined) {
    return { cron, timezone: timezone ?? null };
  }
  if (isCounter && cron === undefined && !timezone) return { pointCode, everyHours };
  const message = say('one_recurrence');
  throw DomainError.invalid(message, [{ path: 'recurrence', ...message }]);
}
