import type { BucketSum } from './bucket-sums';
import { type Bucket, bucketsBetween } from './calendar';
import type { PackedDays } from './packed-days';

/** The position of a local day among the buckets. */
interface DayPlace {
  /** Index of the bucket that contains the day. */
  bucket: number;
  lengthMs: number;
  /** Bit 0 is set if the bucket starts with the day, bit 1 if it ends with the day, as in `DayRow.cuts`. */
  edges: number;
}

/** The place of each day, by the start of the day. */
export type DayPlaces = ReadonlyMap<number, DayPlace>;

/**
 * Finds the buckets of local days, from the first day of the meters to the last. The search is limited to these days,
 * because a requested range may contain centuries without data.
 * @param buckets in order, without gaps; they contain all days of the meters
 * @returns null if a bucket boundary lies within a day
 */
export function placesOfDays(
  buckets: readonly Bucket[],
  meters: Iterable<PackedDays>,
  zone: string,
): DayPlaces | null {
  let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const days of meters) {
    days.eachStart((startMs) => {
      firstMs = Math.min(firstMs, startMs);
      lastMs = Math.max(lastMs, startMs);
    });
  }
  const places = new Map<number, DayPlace>();
  if (firstMs > lastMs) return places;
  let index = 0;
  for (const { startMs, endMs } of bucketsBetween('day', firstMs, lastMs + 1, zone)) {
    while ((buckets[index]?.endMs ?? Number.POSITIVE_INFINITY) <= startMs) index++;
    const bucket = buckets[index];
    if (!bucket || bucket.startMs > startMs || bucket.endMs < endMs) return null;
    const edges = (bucket.startMs === startMs ? 1 : 0) | (bucket.endMs === endMs ? 2 : 0);
    places.set(startMs, { bucket: index, lengthMs: endMs - startMs, edges });
  }
  return places;
}

/**
 * Adds a meter's days to the sums of the buckets, in place. Computes the same sums as `sumByBucket`, but creates no
 * object for each day.
 * @returns false if a day is not in `places`; the sums are then incomplete
 */
export function addDays(sums: readonly BucketSum[], days: PackedDays, places: DayPlaces): boolean {
  let isComplete = true;
  days.eachTotal((startMs, energyMwh, coveredMs, cuts) => {
    const place = places.get(startMs);
    const sum = place && sums[place.bucket];
    if (!sum || coveredMs > place.lengthMs) isComplete = false;
    else if (coveredMs > 0) {
      sum.energyMwh = (sum.energyMwh ?? 0) + energyMwh;
      sum.coveredMs += coveredMs;
      sum.estimated ||= (cuts & place.edges) !== 0;
    }
  });
  return isComplete;
}
