import {
  type CorrectionKind,
  inTransaction,
  MeterEntity,
  ReadingCorrectionEntity,
  requireRow,
} from '@app/entities';
import {
  type Actor,
  Clock,
  DomainError,
  type Page,
  type PageRequest,
  parseInstant,
  parseInstantRange,
  say,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { isCountable } from '../arithmetic/meter-arithmetic';
import { refusedStamps } from '../arithmetic/pruned-hours';
import { refuseFormula } from './meter-settings';
import { findMeterByCode } from './meters.queries';
import { findCorrection, listCorrections, type ReadingCorrection } from './reading-corrections.queries';
import { correctedPower, lockMeter } from './reading-intake.service';
import { readingBounds } from './readings.queries';
import { RollupService } from './rollup.service';

export interface CorrectionInput {
  pointCode: string;
  /** ISO 8601. Without an offset, the time is in the zone of the platform. */
  from: string;
  /** Like `from`, exclusive. If it is omitted, the correction is about the reading at `from`. */
  to?: string;
  kind: CorrectionKind;
  /** In units of the point. */
  value?: number;
  reason: string;
}

export interface CorrectionListQuery extends PageRequest {
  pointCode?: string;
}

type Stretch = Pick<ReadingCorrectionEntity, 'at' | 'endsAt'>;

const NAME = 'The correction';
/** Length of the period of readings that is recomputed at once, so that a long stretch does not need much memory. */
const WINDOW_MS = 30 * 86_400_000;
/** Readings before this instant are typing errors; see the imports. */
const EARLIEST = new Date(0);

/**
 * Corrects readings. The stored readings stay unchanged. A correction and the sums that it changes are committed
 * together, under the lock of the meter that every writer of its readings takes.
 */
@Injectable()
export class ReadingCorrectionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rollups: RollupService,
    private readonly configuration: ConfigurationService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found for an unknown meter in the query */
  async list({ pointCode, ...page }: CorrectionListQuery): Promise<Page<ReadingCorrection>> {
    const { manager } = this.dataSource;
    const meter = pointCode === undefined ? undefined : await meterOf(manager, pointCode);
    return listCorrections(manager, page, meter?.id);
  }

  /**
   * @throws DomainError not_found for an unknown meter; invalid for a formula, and for times or a value that do not fit
   *   the kind; conflict if sums that the correction would change are final
   */
  async create(actor: Actor, input: CorrectionInput): Promise<ReadingCorrection> {
    const stretch = await this.stretchOf(input);
    const { pointCode, kind, value = null, reason } = input;
    const { id: meterId } = await meterOf(this.dataSource.manager, pointCode);
    return inTransaction(this.dataSource, async (manager) => {
      const meter = await lockMeter(manager, meterId);
      if (!meter || meter.removedAt) throw notFound(pointCode);
      refuseFormula(meter, 'pointCode');
      if (value !== null && !isCountable(meter, value))
        throw DomainError.ofField('value', say('uncountable_value'));
      refuseFinal(meter, stretch);
      const row = await manager.save(
        manager.create(ReadingCorrectionEntity, {
          meterId,
          pointCode,
          kind,
          ...stretch,
          value,
          reason,
          createdBy: actor.name.slice(0, 254),
          createdAt: this.clock.now(),
        }),
      );
      // Only corrected values are left in a new stretch, so it is recomputed at once.
      await this.recompute(manager, meter, stretch, Number.POSITIVE_INFINITY);
      const after = { pointCode, kind, from: stretch.at, to: stretch.endsAt, value, reason };
      const record = { action: 'reading_correction.created', target: targetOf(row.id), after };
      await this.audit.record(actor, record, manager);
      return row;
    });
  }

  /** Deletes a correction. @throws DomainError not_found; conflict if sums that it changed are final */
  async remove(actor: Actor, id: number): Promise<void> {
    const { meterId } = await requireRow(findCorrection(this.dataSource.manager, id), NAME);
    await inTransaction(this.dataSource, async (manager) => {
      const meter = await requireRow(lockMeter(manager, meterId), NAME);
      const { pointCode, kind, at, endsAt, value, reason } = await requireRow(
        findCorrection(manager, id),
        NAME,
      );
      refuseFinal(meter, { at, endsAt });
      await manager.delete(ReadingCorrectionEntity, id);
      // The sums of a removed meter are already deleted. They are computed again if the meter is added again.
      if (!meter.removedAt) await this.recompute(manager, meter, { at, endsAt }, WINDOW_MS);
      const before = { pointCode, kind, from: at, to: endsAt, value, reason };
      await this.audit.record(
        actor,
        { action: 'reading_correction.removed', target: targetOf(id), before },
        manager,
      );
    });
  }

  private async stretchOf({ from, to, kind, value }: CorrectionInput): Promise<Stretch> {
    const zone = await this.configuration.timezone();
    if (kind === 'false') {
      if (value !== undefined) throw DomainError.ofField('value', say('value_of_false'));
      if (to === undefined) return { at: parseInstant(from, zone), endsAt: null };
      const range = parseInstantRange({ from, to }, zone);
      return { at: range.from, endsAt: range.to };
    }
    if (value === undefined) throw DomainError.ofField('value', say('no_corrected_value'));
    if (to !== undefined) throw DomainError.ofField('to', say('stretch_of_value'));
    const at = parseInstant(from, zone);
    if (at < EARLIEST || at > this.clock.now()) throw DomainError.ofField('from', say('corrected_stamp'));
    return { at, endsAt: null };
  }

  /** Recomputes the sums and the current power that the readings of a stretch affect. */
  private async recompute(
    manager: EntityManager,
    meter: MeterEntity,
    stretch: Stretch,
    windowMs: number,
  ): Promise<void> {
    const atMs = stretch.at.getTime();
    const stored = stretch.endsAt ? await readingBounds(manager, meter.id) : { firstMs: atMs, lastMs: atMs };
    if (!stored) return;
    const lastMs = Math.min(lastOf(stretch), stored.lastMs);
    for (let fromMs = Math.max(atMs, stored.firstMs); fromMs <= lastMs; fromMs += windowMs) {
      const toMs = Math.min(fromMs + windowMs - 1, lastMs);
      await this.rollups.recompute(manager, meter, { fromMs, toMs });
    }
    const power = await correctedPower(manager, meter);
    if (Object.keys(power).length > 0) await manager.update(MeterEntity, meter.id, power);
  }
}

/**
 * Throws an error if readings next to the stretch have been pruned, because the sums could not be computed. The hours
 * after the pruned ones need all readings that were kept.
 */
function refuseFinal(meter: MeterEntity, stretch: Stretch): void {
  const pruned = refusedStamps(meter);
  if (pruned && stretch.at.getTime() <= pruned.toMs && lastOf(stretch) >= pruned.fromMs)
    throw new DomainError('conflict', 'readings_deleted', say('readings_deleted'));
}

/** The last millisecond of a stretch. */
const lastOf = ({ at, endsAt }: Stretch): number => (endsAt ? endsAt.getTime() - 1 : at.getTime());

const meterOf = (manager: EntityManager, pointCode: string): Promise<MeterEntity> =>
  requireRow(findMeterByCode(manager, pointCode), `The meter ${pointCode}`);
const notFound = (pointCode: string) => DomainError.notFound(`The meter ${pointCode}`);
const targetOf = (id: number) => `correction of readings ${id}`;
