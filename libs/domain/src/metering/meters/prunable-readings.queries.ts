import type { MeterEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';
import { ceilHour, floorHour } from '../arithmetic/hour-rows';
import { reachOf } from '../arithmetic/pruned-hours';
import { WIDEST_CONTEXT } from '../arithmetic/reading-context';
import { usableBefore, usableFrom } from './readings.queries';

/** A range of readings with timestamps in [firstMs, lastMs]. No hour that may still change needs them. */
export interface Prunable {
  firstMs: number;
  lastMs: number;
  /** The hours whose energy depends on these readings. */
  hours: { fromMs: number; toMs: number };
  /** See `MeterEntity.keptFrom`. */
  keptFromMs: number;
}

/**
 * Finds the usable readings of the gateway whose retention period is over, except readings that other hours need.
 * Imported readings are never pruned. They cannot replace a needed reading of the gateway, because an undo may delete
 * them. A corrected reading cannot replace a needed reading either, because its correction may be deleted.
 *
 * - The hour of the oldest reading keeps all readings that it needs, so that the energy stays exact if older history is
 *   fetched later.
 * - The hour of the last readings before `beforeMs` also keeps all readings that it needs. A meter that was silent for
 *   longer than the retention period may still deliver its history, and a register needs its last value to compute the
 *   energy of that time.
 * @param beforeMs start of an hour
 */
export async function findPrunable(
  manager: EntityManager,
  meter: MeterEntity,
  beforeMs: number,
): Promise<Prunable | undefined> {
  const isInterval = meter.kind === 'interval';
  const reach = reachOf(meter);
  const openFromMs = await startOfOpenHours(manager, meter, beforeMs);
  const [oldest] = await usableFrom(manager, meter.id, 0, 1, 'prunable');
  if (openFromMs === undefined || !oldest) return undefined;
  const closedFromMs = ceilHour(oldest.atMs - reach.beforeMs);

  const before = isInterval ? 0 : WIDEST_CONTEXT.after;
  const first = await usableFrom(manager, meter.id, closedFromMs + reach.beforeMs, before + 1, 'prunable');
  const after = WIDEST_CONTEXT.before;
  const last = await usableBefore(manager, meter.id, openFromMs - reach.afterMs + 1, after + 1, 'prunable');
  const [firstPrunable, lastPrunable] = [first[before], last[after]];
  const [firstBefore, lastAfter] = [first[0], last[0]];
  if (!firstPrunable || !lastPrunable || !firstBefore || !lastAfter) return undefined;
  if (firstPrunable.atMs > lastPrunable.atMs) return undefined;
  return {
    firstMs: firstPrunable.atMs,
    lastMs: lastPrunable.atMs,
    hours: isInterval
      ? {
          fromMs: floorHour(firstPrunable.atMs - reach.beforeMs),
          toMs: ceilHour(lastPrunable.atMs + reach.afterMs),
        }
      : { fromMs: floorHour(firstBefore.atMs), toMs: ceilHour(lastAfter.atMs) },
    keptFromMs: lastAfter.atMs + 1,
  };
}

/** The first hour that may still change, because its retention period is not over or newer readings affect it. */
async function startOfOpenHours(
  manager: EntityManager,
  meter: MeterEntity,
  beforeMs: number,
): Promise<number | undefined> {
  if (meter.kind === 'interval') {
    const { beforeMs: lead, afterMs } = reachOf(meter);
    const [newest] = await usableBefore(manager, meter.id, beforeMs + lead, 1, 'prunable');
    return newest && Math.min(beforeMs, floorHour(newest.atMs + afterMs));
  }
  const newest = await usableBefore(manager, meter.id, beforeMs + 1, WIDEST_CONTEXT.after, 'prunable');
  const last = newest[WIDEST_CONTEXT.after - 1];
  return last && floorHour(last.atMs);
}
