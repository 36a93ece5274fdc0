import type { MeterEntity } from '@app/entities';
import { ceilHour } from './hour-rows';
import type { MeterArithmetic, MeterReading } from './meter-arithmetic';

type Pruned = Pick<MeterEntity, 'prunedFrom' | 'prunedTo'>;

interface Range {
  fromMs: number;
  toMs: number;
}

/** The hours whose readings have been pruned. Their sums are final. Null if nothing has been pruned. */
export function prunedHours({ prunedFrom, prunedTo }: Pruned): Range | null {
  if (!prunedTo) return null;
  return { fromMs: prunedFrom?.getTime() ?? Number.NEGATIVE_INFINITY, toMs: prunedTo.getTime() };
}

/** The parts of a range that lie before and after the pruned hours, in order. */
export function withoutPrunedHours(meter: Pruned, { fromMs, toMs }: Range): Range[] {
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
 * Drops readings stamped in pruned hours. Without the readings around them they would give other sums. A reading at
 * the start of the pruned hours is kept because it ends the last step before them.
 */
export function withoutPrunedReadings(meter: Pruned, readings: readonly MeterReading[]): MeterReading[] {
  return readings.filter(({ atMs }) => !isInPrunedHours(meter, atMs));
}

/** True if the instant lies inside the pruned hours; their first instant does not count. */
export function isInPrunedHours(meter: Pruned, atMs: number): boolean {
  const pruned = prunedHours(meter);
  return pruned !== null && atMs > pruned.fromMs && atMs < pruned.toMs;
}

/**
 * The pruned hours after a change of what a reading covers. Pruning kept the readings that the former arithmetic needs
 * for the hours around. The new arithmetic may need others, so the hours that they reach are final too.
 */
export function prunedAfterChange(
  { prunedTo }: Pruned,
  { kind, stampedAt, intervalSeconds }: MeterArithmetic,
): Pruned {
  if (!prunedTo) return { prunedFrom: null, prunedTo };
  const reachMs = kind === 'interval' && stampedAt === 'start' ? intervalSeconds * 1000 : 0;
  return { prunedFrom: null, prunedTo: new Date(ceilHour(prunedTo.getTime() + reachMs)) };
}
