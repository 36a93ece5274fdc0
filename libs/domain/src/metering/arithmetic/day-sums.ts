import { type BucketSum, type Piece, sumByBucket } from './bucket-sums';
import { type Bucket, bucketsBetween } from './calendar';
import { addDays, placesOfDays } from './day-places';
import type { DayRow } from './day-rows';
import { PackedDays } from './packed-days';

/** The stored energy of meters in a range. Maps are by meter id, and a meter without data has no entry. */
interface StoredParts<Days> {
  meterIds: readonly number[];
  /** The part of the range before its first whole day. */
  head: ReadonlyMap<number, readonly Piece[]>;
  days: ReadonlyMap<number, Days>;
  /** The part of the range after its last whole day. */
  tail: ReadonlyMap<number, readonly Piece[]>;
}

/**
 * Adds up meters whose days are packed.
 * @param buckets in order of time, without gaps
 * @param zone the time zone of the days
 * @returns null if a bucket boundary cuts a day, or if a day is not a local day of `zone`; `sumDayRows` can add up such
 *   days
 */
export function sumPackedDays(
  buckets: readonly Bucket[],
  { meterIds, head, days, tail }: StoredParts<string>,
  zone: string,
): Map<number, BucketSum[]> | null {
  const unpacked = new Map([...days].map(([id, text]) => [id, new PackedDays(text)]));
  const places = placesOfDays(buckets, unpacked.values(), zone);
  if (!places) return null;
  const sums = new Map<number, BucketSum[]>();
  for (const id of meterIds) {
    const ofMeter = sumByBucket(buckets, [...(head.get(id) ?? []), ...(tail.get(id) ?? [])]);
    const daysOfMeter = unpacked.get(id);
    if (daysOfMeter && !addDays(ofMeter, daysOfMeter, places)) return null;
    sums.set(id, ofMeter);
  }
  return sums;
}

/**
 * Adds up meters by the rows of their days, see `sumByBucket`.
 * @param zone the time zone of the days
 */
export function sumDayRows(
  buckets: readonly Bucket[],
  { meterIds, head, days, tail }: StoredParts<readonly DayRow[]>,
  zone: string,
): Map<number, BucketSum[]> {
  const endOf = endsOfDays([...days.values()].flat(), zone);
  return new Map(
    meterIds.map((id) => {
      const pieces = [
        ...(head.get(id) ?? []),
        ...dayPieces(days.get(id) ?? [], endOf),
        ...(tail.get(id) ?? []),
      ];
      return [id, sumByBucket(buckets, pieces)];
    }),
  );
}

/**
 * Maps the start of each day to its end. Contains only the days from the first stored one to the last, because a
 * requested range may contain centuries without any data.
 */
function endsOfDays(rows: readonly DayRow[], zone: string): Map<number, number> {
  if (rows.length === 0) return new Map();
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { startMs } of rows) {
    firstMs = Math.min(firstMs, startMs);
    lastMs = Math.max(lastMs, startMs);
  }
  return new Map(
    bucketsBetween('day', firstMs, lastMs + 1, zone).map(({ startMs, endMs }) => [startMs, endMs]),
  );
}

function dayPieces(rows: readonly DayRow[], endOf: ReadonlyMap<number, number>): Piece[] {
  return rows.map((row) => ({
    startMs: row.startMs,
    endMs: endOf.get(row.startMs) ?? row.startMs,
    energyMwh: row.energyMwh,
    coveredMs: row.coveredMs,
    cutAtStart: (row.cuts & 1) !== 0,
    cutAtEnd: (row.cuts & 2) !== 0,
  }));
}
