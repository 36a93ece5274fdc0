import { inTransaction, MeterEntity, type WriteGuard } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isUsable, type MeterReading } from '../arithmetic/meter-arithmetic';
import { type MeterPower, powerOfSample, powerOfSpan, powersOf } from '../arithmetic/meter-power';
import { reachOf, withoutPrunedReadings } from '../arithmetic/pruned-hours';
import { byStamp, changedReadings, mergeReadings, withoutExcess } from '../arithmetic/reading-changes';
import { spansOfReadings } from '../arithmetic/reading-spans';
import { insertReadings, readingsBetween, storeReadings, usableBefore } from './readings.queries';
import { type Recomputed, RollupService } from './rollup.service';

/** Number of readings from which the current power is computed. Most meters need only the last two. */
const NEWEST = 20;

export interface IntakeOptions {
  guard?: WriteGuard;
  /** Additional changes of the meter in the same transaction; null to store nothing at all. */
  progress?: (meter: MeterEntity) => Partial<MeterEntity> | null;
}

/** Stores readings of the gateway and updates the sums in the same transaction, so that both always agree. */
@Injectable()
export class ReadingIntakeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly rollups: RollupService,
  ) {}

  /**
   * Stores new and changed readings; known readings cost no write. The sums do not depend on the order of calls.
   * @param readings of one meter, in any order. If several have the same timestamp, the last one counts
   * @returns the number of new or changed readings
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
    // All readings are already stored, but the meter's fields for the newest one may be outdated: they are reset when a
    // meter is added again.
    if (changes.length === 0) return { changed: 0, state: await stateIfNewer(manager, meter, stored) };
    const store = stored.length === 0 ? insertReadings : storeReadings;
    await store(manager, meter.id, changes);
    const readings = mergeReadings(stored, changes);
    const recomputed = await this.rollups.recompute(manager, meter, {
      fromMs: first.atMs,
      toMs: last.atMs,
      readings,
    });
    return { changed: changes.length, state: newestState(meter, readings, recomputed) };
  }
}

/** Locks the meter's row until the transaction ends. */
export function lockMeter(manager: EntityManager, meterId: number): Promise<MeterEntity | null> {
  return manager.findOne(MeterEntity, { where: { id: meterId }, lock: { mode: 'pessimistic_write' } });
}

async function stateIfNewer(
  manager: EntityManager,
  meter: MeterEntity,
  stored: readonly MeterReading[],
): Promise<Partial<MeterEntity>> {
  const newest = newestUsable(stored);
  if (!newest || newest.atMs <= (meter.lastReadingAt?.getTime() ?? Number.NEGATIVE_INFINITY)) return {};
  const firstMs = stored[0]?.atMs ?? newest.atMs;
  const readings = await readingsBetween(manager, meter.id, firstMs, newest.atMs + 1, 'corrected');
  return newestState(meter, stored, { readings, spans: spansOfReadings(meter, readings) });
}

/**
 * The meter's fields for its newest reading, if it is among these readings. Imported readings do not count, because
 * live polling of the gateway continues from the newest reading. For the same reason, the time of the newest reading
 * does not depend on corrections. The power does.
 * @param stored before corrections
 */
export function newestState(
  meter: MeterEntity,
  stored: readonly MeterReading[],
  { readings, spans }: Recomputed,
): Partial<MeterEntity> {
  const newest = newestUsable(stored);
  if (!newest || newest.atMs < (meter.lastReadingAt?.getTime() ?? Number.NEGATIVE_INFINITY)) return {};
  const lastReadingAt = new Date(newest.atMs);
  if (meter.kind === 'power') {
    const sample = newestUsable(readings);
    return { lastReadingAt, ...(sample && powerState(powerOfSample(meter, sample))) };
  }
  const endMs = newest.atMs + reachOf(meter).afterMs;
  const span = spans.findLast((one) => one.endMs <= endMs);
  return { lastReadingAt, ...(span && powerState(powerOfSpan(span))) };
}

/** The power of a meter at its newest reading, after a change of its corrections. */
export async function correctedPower(
  manager: EntityManager,
  meter: MeterEntity,
): Promise<Partial<MeterEntity>> {
  const { lastReadingAt } = meter;
  if (!lastReadingAt) return {};
  const newest = await usableBefore(manager, meter.id, lastReadingAt.getTime() + 1, NEWEST, 'corrected');
  const power = powersOf(meter, newest.reverse()).at(-1);
  return { lastPowerKw: null, lastPowerAt: null, lastSpanSeconds: 0, ...(power && powerState(power)) };
}

function powerState({ atMs, powerKw, spanMs }: MeterPower): Partial<MeterEntity> {
  return {
    lastPowerKw: powerKw,
    lastPowerAt: new Date(atMs),
    lastSpanSeconds: Math.round(spanMs / 1000),
  };
}

/** The newest usable reading of the gateway; undefined if there is none. */
function newestUsable(readings: readonly MeterReading[]): (MeterReading & { value: number }) | undefined {
  return readings.filter(isUsable).findLast(({ importId }) => importId === undefined);
}
