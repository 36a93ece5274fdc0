import { inTransaction, MeterEntity } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { HOUR_MS, isAbovePlausible, type MeterReading, type Span, toKwh } from './meter-arithmetic';
import { withoutPrunedReadings } from './pruned-hours';
import { byStamp, changedReadings, mergeReadings, withoutExcess } from './reading-changes';
import { spansOfReadings } from './reading-spans';
import { insertReadings, readingsBetween, storeReadings } from './readings.queries';
import { newestUsable, RollupService } from './rollup.service';

export interface IntakeOptions {
  /** Runs first in the transaction; throws where the caller has lost the right to write. */
  guard?: (manager: EntityManager) => Promise<void>;
  /** What else becomes of the meter with these readings; null takes nothing in at all. */
  progress?: (meter: MeterEntity) => Partial<MeterEntity> | null;
}

/** Takes readings in: stored, and rolled up in the same transaction, so that sums and readings always agree. */
@Injectable()
export class ReadingIntakeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rollups: RollupService,
  ) {}

  /**
   * @param readings of one meter, in any order; of several with one stamp the last counts; what is known already
   *   costs no write. The order in which calls arrive makes no difference to the sums.
   * @returns how many readings were new or different
   */
  take(meterId: number, readings: readonly MeterReading[], options: IntakeOptions = {}): Promise<number> {
    const incoming = byStamp(readings);
    return inTransaction(this.dataSource, async (manager) => {
      await options.guard?.(manager);
      const meter = await lockMeter(manager, meterId);
      if (!meter || meter.removedAt) return 0;
      const progress = options.progress ? options.progress(meter) : {};
      if (progress === null) return 0;
      const { changed, state } = await this.takeInto(manager, meter, incoming);
      const update = { ...progress, ...state };
      if (Object.keys(update).length > 0) await manager.update(MeterEntity, meterId, update);
      return changed;
    });
  }

  private async takeInto(
    manager: EntityManager,
    meter: MeterEntity,
    told: MeterReading[],
  ): Promise<{ changed: number; state: Partial<MeterEntity> }> {
    const incoming = withoutPrunedReadings(meter, withoutExcess(meter, told));
    const [first, last] = [incoming[0], incoming.at(-1)];
    if (!first || !last) return { changed: 0, state: {} };
    const stored = await readingsBetween(manager, meter.id, first.atMs, last.atMs + 1);
    const changes = changedReadings(stored, incoming);
    // Known already, but perhaps not that they are the newest: a meter that was put back has forgotten that.
    if (changes.length === 0) return { changed: 0, state: stateIfNewer(meter, stored) };
    const store = stored.length === 0 ? insertReadings : storeReadings;
    await store(manager, meter.id, changes);
    const readings = mergeReadings(stored, changes);
    const spans = await this.rollups.recompute(manager, meter, {
      fromMs: first.atMs,
      toMs: last.atMs,
      readings,
    });
    return { changed: changes.length, state: newestState(meter, readings, spans) };
  }
}

/** Locks the meter's row until the transaction ends. */
export function lockMeter(manager: EntityManager, meterId: number): Promise<MeterEntity | null> {
  return manager.findOne(MeterEntity, { where: { id: meterId }, lock: { mode: 'pessimistic_write' } });
}

function stateIfNewer(meter: MeterEntity, readings: readonly MeterReading[]): Partial<MeterEntity> {
  const newest = newestUsable(readings);
  const isNewer = newest && newest.atMs > (meter.lastReadingAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  return isNewer ? newestState(meter, readings, spansOfReadings(meter, readings)) : {};
}

/** What the newest reading says of the present, where it is among these. */
export function newestState(
  meter: MeterEntity,
  readings: readonly MeterReading[],
  spans: readonly Span[],
): Partial<MeterEntity> {
  const newest = newestUsable(readings);
  if (!newest || newest.atMs < (meter.lastReadingAt?.getTime() ?? Number.NEGATIVE_INFINITY)) return {};
  const lastReadingAt = new Date(newest.atMs);
  if (meter.kind === 'power') {
    const powerKw = newest.value * meter.multiplier;
    return {
      lastReadingAt,
      lastPowerKw: isAbovePlausible(meter, powerKw) ? null : powerKw,
      lastPowerAt: lastReadingAt,
      lastSpanSeconds: 0,
    };
  }
  const span = spans.at(-1);
  if (!span) return { lastReadingAt };
  const lengthMs = span.endMs - span.startMs;
  return {
    lastReadingAt,
    lastPowerKw: toKwh(span.energyMwh) / (lengthMs / HOUR_MS),
    lastPowerAt: new Date(span.endMs),
    lastSpanSeconds: Math.round(lengthMs / 1000),
  };
}
