import { quarterPieces, sumByBucket } from './bucket-sums';
import type { Bucket } from './calendar';
import type { HourRow } from './hour-rows';

/** One local day of a meter; see `MeterDayEntity`. */
export interface DayRow {
  startMs: number;
  energyMwh: number | null;
  coveredMs: number;
  /** Bit 0: the day's start cuts through a measured span; bit 1: its end does. */
  cuts: number;
}

/**
 * The days that were measured at all.
 * @param days local days in order; each edge is a multiple of 15 minutes, as every zone's is
 * @param hours all hours of the meter that these days touch, and the one after the last: it knows the last day's end
 */
export function dayRowsOf(days: readonly Bucket[], hours: readonly HourRow[]): DayRow[] {
  const pieces = quarterPieces(hours);
  const edges = new Set(days.flatMap(({ startMs, endMs }) => [startMs, endMs]));
  const cutAt = new Set(
    pieces.filter((piece) => piece.cutAtStart && edges.has(piece.startMs)).map((piece) => piece.startMs),
  );
  return sumByBucket(days, pieces).flatMap((sum, index) => {
    const day = days[index];
    if (!day || sum.energyMwh === null) return [];
    const cuts = (cutAt.has(day.startMs) ? 1 : 0) | (cutAt.has(day.endMs) ? 2 : 0);
    return [{ startMs: day.startMs, energyMwh: sum.energyMwh, coveredMs: sum.coveredMs, cuts }];
  });
}
