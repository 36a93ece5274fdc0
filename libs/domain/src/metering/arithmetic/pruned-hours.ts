import type { MeterEntity } from '@app/entities';
import { ceilHour, floorHour } from './hour-rows';
import type { MeterArithmetic, MeterReading } from './meter-arithmetic';

type PrunedHours = Pick<MeterEntity, 'prunedFrom' | 'prunedTo'>;
type Covering = Pick<MeterArithmetic, 'kind' | 'intervalSeconds' | 'stampedAt'>;

/** The half-open range [fromMs, toMs). */
interface Range {
  fromMs: number;
  toMs: number;
}

/** The hours whose readings have been pruned, so that their sums are final. Null if nothing has been pruned. */
export function prunedHours({ prunedFrom, prunedTo }: PrunedHours): Range | null {
  if (!prunedTo) return null;
  return { fromMs: prunedFrom?.getTime() ?? Number.NEGATIVE_INFINITY, toMs: prunedTo.getTime() };
}

/** The parts of a range before and after the pruned hours, in order. */
export function withoutPrunedHours(meter: PrunedHours, { fromMs, toMs }: Range): Range[] {
  const pruned = prunedHours(meter);
  const parts = pruned
    ? [
        { fromMs, toMs: Math.min(toMs, pruned.fromMs) },
        { fromMs: Math.max(fromMs, pruned.toMs), toMs },
      ]
    : [{ fromMs, toMs }];
  return parts.filter((part) => part.fromMs < part.toMs);
}

/**
 * Returns how many milliseconds before and after the timestamp of a reading its energy covers. Both are 0 for a
 * register or power meter.
 */
export function reachOf({ kind, intervalSeconds, stampedAt }: Covering): {
  beforeMs: number;
  afterMs: number;
} {
  const lengthMs = kind === 'interval' ? intervalSeconds * 1000 : 0;
  return stampedAt === 'end' ? { beforeMs: lengthMs, afterMs: 0 } : { beforeMs: 0, afterMs: lengthMs };
}

/**
 * The range of timestamps at which readings are refused; null if nothing has been pruned. A reading in this range would
 * affect only pruned hours. Their sums cannot be recomputed, because the neighbouring readings have been deleted. A
 * register's reading at the start of the pruned hours is accepted, because it ends the last step before these hours.
 */
export function refusedStamps(meter: PrunedHours & Covering): Range | null {
  const pruned = prunedHours(meter);
  if (!pruned) return null;
  if (meter.kind !== 'interval') return { fromMs: pruned.fromMs + 1, toMs: pruned.toMs };
  const { beforeMs, afterMs } = reachOf(meter);
  // The added millisecond includes an interval that ends exactly at the end of the pruned hours, because such an
  // interval affects no other hours.
  return { fromMs: pruned.fromMs + beforeMs, toMs: pruned.toMs - afterMs + 1 };
}

/** True if a reading with this timestamp is refused. */
export function isRefused(meter: PrunedHours & Covering, atMs: number): boolean {
  const refused = refusedStamps(meter);
  return refused !== null && atMs >= refused.fromMs && atMs < refused.toMs;
}

/** Drops the readings that are refused. */
export function withoutPrunedReadings(
  meter: PrunedHours & Covering,
  readings: readonly MeterReading[],
): MeterReading[] {
  return readings.filter(({ atMs }) => !isRefused(meter, atMs));
}

/** Adds hours to a meter's pruned hours. The readings before `keptFromMs` have been pruned. */
export function extendPruned(
  { prunedFrom, prunedTo, keptFrom }: PrunedHours & Pick<MeterEntity, 'keptFrom'>,
  hours: Range,
  keptFromMs: number,
): { prunedFrom: Date | null; prunedTo: Date; keptFrom: Date } {
  return {
    prunedFrom:
      prunedTo && !prunedFrom
        ? null
        : new Date(Math.min(hours.fromMs, prunedFrom?.getTime() ?? hours.fromMs)),
    prunedTo: new Date(Math.max(hours.toMs, prunedTo?.getTime() ?? hours.toMs)),
    keptFrom: new Date(Math.max(keptFromMs, keptFrom?.getTime() ?? keptFromMs)),
  };
}

/**
 * Recomputes the pruned hours if new settings change the period that a reading covers. The result contains all hours
 * that the pruned readings may affect with the new settings. The result has no start, so that no older history is
 * fetched. Older history would need neighbouring readings, and the readings that were kept for this purpose are
 * sufficient only with the old settings.
 * @returns the changed fields; none if the meter was and remains a register or power meter, because its readings cover
 *   no time
 */
export function prunedAfterChange(
  meter: PrunedHours & Covering & Pick<MeterEntity, 'keptFrom'>,
  changed: Covering,
  nowMs: number,
): Partial<PrunedHours> {
  if (!meter.prunedTo) return {};
  const before = reachOf(meter);
  const after = reachOf(changed);
  if (before.beforeMs === after.beforeMs && before.afterMs === after.afterMs) return {};
  const lastPrunedMs = (meter.keptFrom ?? meter.prunedTo).getTime() - 1;
  const toMs = Math.min(ceilHour(lastPrunedMs + after.afterMs), floorHour(nowMs));
  return { prunedFrom: null, prunedTo: new Date(toMs) };
}
