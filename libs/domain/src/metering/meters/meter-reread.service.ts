import { inTransaction, MeterEntity } from '@app/entities';
import { Clock, DomainError, parseInstant } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { findMeters } from './meters.queries';
import { liveStart, refuseFormula } from './meter-settings';
import { lockMeter } from './reading-intake.service';

export interface RereadRequest {
  /** ISO 8601. Without an offset, the time is in the zone of the platform. */
  from: string;
  /** Like `from`. Default: now. A later instant counts as now. */
  to?: string;
  /** All meters if omitted. */
  pointCodes?: readonly string[];
}

/** Requests that history is fetched again, because readings were corrected or arrived late. */
@Injectable()
export class MeterRereadService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /**
   * Marks the range for the background work, which then fetches it from the gateway again. Two kinds of readings stay
   * unchanged: those that the gateway no longer has, and those in pruned hours.
   * @returns the number of meters to read again
   * @throws DomainError not_found for an unknown point code, invalid for a formula, and for a range that is
   *   empty or in the future
   */
  async readAgain({ from, to, pointCodes }: RereadRequest): Promise<number> {
    const zone = await this.configuration.timezone();
    const nowMs = this.clock.nowMs();
    const fromMs = parseInstant(from, zone).getTime();
    const toMs = to === undefined ? nowMs : Math.min(parseInstant(to, zone).getTime(), nowMs);
    if (fromMs >= nowMs)
      throw DomainError.invalid('from lies in the future, so there is nothing to read yet.');
    if (fromMs >= toMs) throw DomainError.invalid('from must be before to.');
    return inTransaction(this.dataSource, async (manager) => {
      const all = await findMeters(manager);
      const meters = pointCodes
        ? all.filter(({ pointCode }) => pointCodes.includes(pointCode))
        : all.filter(({ kind }) => kind !== 'formula');
      for (const meter of meters) refuseFormula(meter, 'pointCodes');
      const unknown = pointCodes?.find((code) => !meters.some(({ pointCode }) => pointCode === code));
      if (unknown !== undefined) throw DomainError.notFound(`The meter ${unknown}`);
      let count = 0;
      for (const { id } of meters) {
        const meter = await lockMeter(manager, id);
        const range = meter && rangeOf(meter, fromMs, toMs);
        if (!range) continue;
        await manager.update(MeterEntity, id, range);
        count++;
      }
      return count;
    });
  }
}

/**
 * Returns the part of the range after the start of the meter, merged with the range of an earlier request that is still
 * pending; null if the meter starts after the range.
 */
function rangeOf(
  meter: MeterEntity,
  fromMs: number,
  toMs: number,
): Pick<MeterEntity, 'rereadFrom' | 'rereadTo'> | null {
  const startMs = Math.max(fromMs, meter.since.getTime());
  if (startMs >= toMs) return null;
  // If the re-read stores a reading that is newer than all others, live polling continues after that reading. The
  // re-read range must therefore include the current start of live polling; otherwise, readings in between would be
  // lost.
  const seamlessMs = toMs > liveStart(meter) ? Math.min(startMs, liveStart(meter)) : startMs;
  return {
    rereadFrom: new Date(Math.min(seamlessMs, meter.rereadFrom?.getTime() ?? seamlessMs)),
    rereadTo: new Date(Math.max(toMs, meter.rereadTo?.getTime() ?? toMs)),
  };
}
