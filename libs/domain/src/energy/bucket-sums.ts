import type { Bucket } from './calendar';
import { floorHour, type HourRow } from './hour-rows';
import { HOUR_MS, QUARTER_MS } from './meter-arithmetic';

/** A stretch whose energy is known as one figure: a quarter, or a whole local day. */
export interface Piece {
  startMs: number;
  endMs: number;
  /** Whole milliwatt-hours; null where nothing was measured. */
  energyMwh: number | null;
  coveredMs: number;
  /** The start, the end cuts through a measured span: a figure that begins or ends there is estimated. */
  cutAtStart: boolean;
  cutAtEnd: boolean;
}

/** What one meter used in one bucket. */
export interface BucketSum {
  energyMwh: number | null;
  coveredMs: number;
  estimated: boolean;
}

/** The quarters of a meter's hours as pieces. The end of a quarter is cut where the start of the next one is. */
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

/**
 * Adds pieces up by bucket. A piece that an edge cuts (a range that begins at 12:07) is shared out by time, and both
 * sides are estimated. Where only a part of a piece was measured, that is taken to be its beginning: so it is with the
 * quarter that is running.
 * @param buckets in order, not overlapping
 * @param pieces in order, not overlapping
 * @returns one sum per bucket, in their order
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

/** The energy between two instants of a piece; that of adjoining stretches adds up exactly. */
function energyBetween(
  { startMs, coveredMs }: Piece,
  fromMs: number,
  toMs: number,
  energyMwh: number,
): number {
  const until = (ms: number) => Math.round(energyMwh * ((ms - startMs) / coveredMs));
  return until(toMs) - until(fromMs);
}

/** The hours to load for a stretch: all that it touches, and the one that begins at its end and knows whether that is cut. */
export function hoursToLoad({ startMs, endMs }: Bucket): Bucket {
  return { startMs: floorHour(startMs), endMs: floorHour(endMs) + HOUR_MS };
}
