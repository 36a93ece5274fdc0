import { hourPiece, type Piece, quarterPieces, sumByBucket } from './bucket-sums';
import type { Bucket } from './calendar';
import { floorHour, type HourRow } from './hour-rows';

/** One local day of a meter; see `MeterDayEntity`. */
export interface DayRow {
  startMs: number;
  energyMwh: number | null;
  coveredMs: number;
  /** Bit 0 is set if the day's start cuts a measured span, bit 1 if its end does. */
  cuts: number;
}

/**
 * Returns the days that have a measurement.
 * @param days local days in order; each boundary is a multiple of 15 minutes, as in every zone
 * @param hours all hours of the meter that these days touch, and the next hour, which stores whether the end of the
 *   last day is cut
 */
export function dayRowsOf(days: readonly Bucket[], hours: readonly HourRow[]): DayRow[] {
  const edgeHours = new Set(days.flatMap(({ startMs, endMs }) => [floorHour(startMs), floorHour(endMs)]));
  const pieces: Piece[] = [];
  for (const hour of hours) {
    if (edgeHours.has(hour.hourMs)) pieces.push(...quarterPieces([hour]));
    else pieces.push(hourPiece(hour));
  }
  const cutAt = new Set(pieces.filter((piece) => piece.cutAtStart).map((piece) => piece.startMs));
  return sumByBucket(days, pieces).flatMap((sum, index) => {
    const day = days[index];
    if (!day || sum.energyMwh === null) return [];
    const cuts = (cutAt.has(day.startMs) ? 1 : 0) | (cutAt.has(day.endMs) ? 2 : 0);
    return [{ startMs: day.startMs, energyMwh: sum.energyMwh, coveredMs: sum.coveredMs, cuts }];
  });
}
