import { type Piece, quarterPieces, sumByBucket } from './bucket-sums';
import type { Bucket } from './calendar';
import { floorHour, type HourRow } from './hour-rows';
import { HOUR_MS } from './meter-arithmetic';

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
  const edgeHours = new Set(days.flatMap(({ startMs, endMs }) => [floorHour(startMs), floorHour(endMs)]));
  const pieces: Piece[] = [];
  for (const hour of hours) {
    if (edgeHours.has(hour.hourMs)) pieces.push(...quarterPieces([hour]));
    else pieces.push(wholeHour(hour));
  }
  const cutAt = new Set(pieces.filter((piece) => piece.cutAtStart).map((piece) => piece.startMs));
  return sumByBucket(days, pieces).flatMap((sum, index) => {
    const day = days[index];
    if (!day || sum.energyMwh === null) return [];
    const cuts = (cutAt.has(day.startMs) ? 1 : 0) | (cutAt.has(day.endMs) ? 2 : 0);
    return [{ startMs: day.startMs, energyMwh: sum.energyMwh, coveredMs: sum.coveredMs, cuts }];
  });
}

/** An hour that no day's edge touches, as one piece. */
function wholeHour({ hourMs, energyMwh, coveredMs }: HourRow): Piece {
  const measured = energyMwh.filter((energy) => energy !== null);
  return {
    startMs: hourMs,
    endMs: hourMs + HOUR_MS,
    energyMwh: measured.length === 0 ? null : measured.reduce((sum, energy) => sum + energy, 0),
    coveredMs: coveredMs[0] + coveredMs[1] + coveredMs[2] + coveredMs[3],
    cutAtStart: false,
    cutAtEnd: false,
  };
}
