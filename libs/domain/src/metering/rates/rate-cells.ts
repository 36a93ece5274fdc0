import type { Bucket } from '../arithmetic/calendar';
import type { RateSpan } from './rate-schedule';

/** The energy of one bucket at one rate. */
export interface RatePart {
  /** Index of the bucket. */
  bucket: number;
  /** Index of the rate; null if no rate applies. */
  rate: number | null;
}

/** A piece of a bucket in which one rate applies. */
export interface RateCell extends Bucket {
  /** Index of the bucket. */
  bucket: number;
  /** Index of the `RatePart`. Cells with the same bucket and the same rate share a part. */
  part: number;
}

export interface RateCells {
  /** In order of time, without gaps. */
  cells: RateCell[];
  /** In the order of the buckets. */
  parts: RatePart[];
}

/**
 * Cuts buckets where the rate changes.
 * @param buckets in order of time, without gaps
 * @param spans in order of time, without gaps; the time before and after the spans has no cell
 */
export function cutAtRates(buckets: readonly Bucket[], spans: readonly RateSpan[]): RateCells {
  const cells: RateCell[] = [];
  const parts: RatePart[] = [];
  let first = 0;
  for (const [bucket, { startMs, endMs }] of buckets.entries()) {
    const partOfRate = new Map<number | null, number>();
    while (first < spans.length && (spans[first]?.endMs ?? 0) <= startMs) first++;
    for (let index = first; index < spans.length; index++) {
      const span = spans[index];
      if (!span || span.startMs >= endMs) break;
      const part = partOfRate.get(span.rate) ?? parts.push({ bucket, rate: span.rate }) - 1;
      partOfRate.set(span.rate, part);
      cells.push({
        startMs: Math.max(startMs, span.startMs),
        endMs: Math.min(endMs, span.endMs),
        bucket,
        part,
      });
    }
  }
  return { cells, parts };
}

/** Returns the cells within a range. The first and the last cell are clipped to the range. */
export function cellsWithin(cells: readonly RateCell[], { startMs, endMs }: Bucket): RateCell[] {
  return cells
    .filter((cell) => cell.endMs > startMs && cell.startMs < endMs)
    .map((cell) => ({
      ...cell,
      startMs: Math.max(cell.startMs, startMs),
      endMs: Math.min(cell.endMs, endMs),
    }));
}
