import type { Bucket } from './calendar';
import type { HourLines } from './hour-lines';
import { floorHour, type HourRow } from './hour-rows';
import { HOUR_MS, QUARTER_MS } from './meter-arithmetic';

/** A period with a single value of energy: a quarter of an hour, or a whole local day. */
export interface Piece {
  startMs: number;
  endMs: number;
  /** Whole milliwatt-hours; null if nothing was measured. */
  energyMwh: number | null;
  coveredMs: number;
  /** True if the start (or end) cuts a measured span, so that the energy up to this boundary is estimated. */
  cutAtStart: boolean;
  cutAtEnd: boolean;
}

/** The energy of one meter in one bucket. */
export interface BucketSum {
  energyMwh: number | null;
  coveredMs: number;
  estimated: boolean;
}

/** Converts a meter's hours to quarters. The end of a quarter is cut if the start of the next quarter is cut. */
export function quarterPieces(rows: readonly HourRow[]): Piece[] {
  const pieces: Piece[] = [];
  for (const row of rows) {
    for (let quarter = 0; quarter < 4; quarter++) {
      const startMs = row.hourMs + quarter * QUARTER_MS;
      const cutAtStart = (row.cuts & (1 << quarter)) !== 0;
      const previous = pieces.at(-1);
      if (previous && previous.endMs === startMs) previous.cutAtEnd = cutAtStart;
      pieces.push({
        startMs,
        endMs: startMs + QUARTER_MS,
        energyMwh: row.energyMwh[quarter] ?? null,
        coveredMs: row.coveredMs[quarter] ?? 0,
        cutAtStart,
        cutAtEnd: false,
      });
    }
  }
  return pieces;
}

/** Converts an hour to a single piece. No boundary of a bucket may lie within the hour. */
export function hourPiece({ hourMs, energyMwh: [first, second, third, fourth], coveredMs }: HourRow): Piece {
  const isMeasured = first !== null || second !== null || third !== null || fourth !== null;
  return {
    startMs: hourMs,
    endMs: hourMs + HOUR_MS,
    energyMwh: isMeasured ? (first ?? 0) + (second ?? 0) + (third ?? 0) + (fourth ?? 0) : null,
    coveredMs: coveredMs[0] + coveredMs[1] + coveredMs[2] + coveredMs[3],
    cutAtStart: false,
    cutAtEnd: false,
  };
}

/**
 * Adds up pieces by bucket. If a boundary cuts a piece (for example, because a range starts at 12:07), the piece is
 * apportioned by time, and the buckets on both sides are estimated. If a piece was measured only in part, the measured
 * part is assumed to be its beginning, as in the current quarter.
 * @param buckets in order, not overlapping
 * @param pieces in order, not overlapping
 * @returns one sum per bucket, in order
 */
export function sumByBucket(buckets: readonly Bucket[], pieces: readonly Piece[]): BucketSum[] {
  let first = 0;
  return buckets.map((bucket) => {
    const sum: BucketSum = { energyMwh: null, coveredMs: 0, estimated: false };
    while (first < pieces.length && (pieces[first]?.endMs ?? 0) <= bucket.startMs) first++;
    for (let index = first; index < pieces.length; index++) {
      const piece = pieces[index];
      if (!piece || piece.startMs >= bucket.endMs) break;
      add(sum, piece, bucket);
    }
    return sum;
  });
}

/**
 * Adds up the hours of meters by bucket, see `sumByBucket`. A meter without hours has no entry.
 * @param hours ordered by meter and then by time
 */
export function sumHours(buckets: readonly Bucket[], hours: HourLines): Map<number, BucketSum[]> {
  // Most zones differ from UTC by whole hours. Their buckets can be added up from whole hours, which is much faster
  // than from quarters.
  if (areUtcHours(buckets)) return sumUtcHours(buckets, hours);
  const byMeter = hours.rowsByMeter();
  return new Map(Array.from(byMeter, ([id, rows]) => [id, sumByBucket(buckets, quarterPieces(rows))]));
}

function areUtcHours(buckets: readonly Bucket[]): boolean {
  const firstMs = buckets[0]?.startMs ?? 0;
  return (
    firstMs % HOUR_MS === 0 &&
    buckets.every(
      ({ startMs, endMs }, index) => startMs === firstMs + index * HOUR_MS && endMs - startMs === HOUR_MS,
    )
  );
}

function sumUtcHours(buckets: readonly Bucket[], hours: HourLines): Map<number, BucketSum[]> {
  const firstMs = buckets[0]?.startMs ?? 0;
  const sums = new Map<number, BucketSum[]>();
  let ofMeter: BucketSum[] = [];
  let meterId = Number.NaN;
  /** The sum of the preceding line, and the end of its hour; undefined if the last quarter was not measured. */
  let before: { sum: BucketSum; endMs: number } | undefined;
  while (hours.next()) {
    if (hours.meterId !== meterId) {
      ({ meterId } = hours);
      ofMeter = buckets.map(() => ({ energyMwh: null, coveredMs: 0, estimated: false }));
      sums.set(meterId, ofMeter);
      before = undefined;
    }
    const { hourMs, cuts } = hours;
    const isCut = (cuts & 1) !== 0;
    if (isCut && before?.endMs === hourMs) before.sum.estimated = true;
    const sum = ofMeter[(hourMs - firstMs) / HOUR_MS];
    before = sum && addQuarters(sum, hours, isCut) ? { sum, endMs: hourMs + HOUR_MS } : undefined;
  }
  return sums;
}

/** Adds the quarters of an hour. Returns whether the last one was measured. */
function addQuarters(sum: BucketSum, hour: HourLines, isCutAtStart: boolean): boolean {
  let isMeasured = false;
  for (let quarter = 0; quarter < 4; quarter++) {
    const energyMwh = hour.energyMwh(quarter);
    const coveredMs = hour.coveredMs(quarter);
    isMeasured = energyMwh !== null && coveredMs > 0;
    if (!isMeasured) continue;
    sum.energyMwh = (sum.energyMwh ?? 0) + (energyMwh ?? 0);
    sum.coveredMs += coveredMs;
    sum.estimated ||= quarter === 0 && isCutAtStart;
  }
  return isMeasured;
}

function add(sum: BucketSum, piece: Piece, bucket: Bucket): void {
  if (piece.energyMwh === null) return;
  const measuredUntilMs = piece.startMs + piece.coveredMs;
  const startMs = Math.max(piece.startMs, bucket.startMs);
  const endMs = Math.min(measuredUntilMs, bucket.endMs);
  if (startMs >= endMs) return;
  sum.energyMwh = (sum.energyMwh ?? 0) + energyBetween(piece, startMs, endMs, piece.energyMwh);
  sum.coveredMs += endMs - startMs;
  sum.estimated ||=
    startMs > piece.startMs ||
    endMs < measuredUntilMs ||
    (startMs === bucket.startMs && piece.cutAtStart) ||
    (piece.endMs === bucket.endMs && piece.cutAtEnd);
}

/** The energy of a piece between two instants. The energies of adjoining parts add up exactly. */
function energyBetween(
  { startMs, coveredMs }: Piece,
  fromMs: number,
  toMs: number,
  energyMwh: number,
): number {
  const until = (ms: number) => Math.round(energyMwh * ((ms - startMs) / coveredMs));
  return until(toMs) - until(fromMs);
}

/**
 * The hours to load for a period: all hours that it touches, and the hour that starts at its end, because that hour
 * stores whether the end is cut.
 */
export function hoursToLoad({ startMs, endMs }: Bucket): Bucket {
  return { startMs: floorHour(startMs), endMs: floorHour(endMs) + HOUR_MS };
}
