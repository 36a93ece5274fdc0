import type { BucketSum } from '../arithmetic/bucket-sums';
import type { Bucket } from '../arithmetic/calendar';
import { coverageOf } from '../arithmetic/coverage';
import { toKwh } from '../arithmetic/meter-arithmetic';

/** The energy of an area in one bucket. */
export interface AreaFigure {
  /** kWh (m³ for water); null if nothing was measured, never 0. */
  value: number | null;
  /** The measured share of the whole bucket, averaged over the area's meters, see `coverageOf`. */
  coverage: number;
  /** True if a boundary of the bucket cuts a measured span. */
  estimated: boolean;
}

/**
 * Adds up the sums of an area's meters.
 * @param wholeBuckets the whole calendar buckets: the coverage of a clipped bucket is its measured share of the whole
 *   bucket
 * @param sums per meter, one sum per bucket
 */
export function areaFigures(wholeBuckets: readonly Bucket[], sums: readonly BucketSum[][]): AreaFigure[] {
  return mapAreaFigures(wholeBuckets, sums, (value, coverage, estimated) => ({ value, coverage, estimated }));
}

/** Does the same as `areaFigures`, but creates only the objects that `toResult` returns. */
export function mapAreaFigures<Result>(
  wholeBuckets: readonly Bucket[],
  sums: readonly BucketSum[][],
  toResult: (value: number | null, coverage: number, estimated: boolean, index: number) => Result,
): Result[] {
  return wholeBuckets.map(({ startMs, endMs }, index) => {
    let energyMwh: number | null = null;
    let coveredMs = 0;
    let estimated = false;
    for (const ofMeter of sums) {
      const sum = ofMeter[index];
      if (!sum || sum.energyMwh === null) continue;
      energyMwh = (energyMwh ?? 0) + sum.energyMwh;
      coveredMs += sum.coveredMs;
      estimated ||= sum.estimated;
    }
    const value = energyMwh === null ? null : toKwh(energyMwh);
    const coverage = coverageOf(coveredMs, (endMs - startMs) * sums.length);
    return toResult(value, coverage, estimated, index);
  });
}

/** Returns the buckets, with the first and last clipped to [fromMs, toMs). */
export function clipBuckets(wholeBuckets: readonly Bucket[], fromMs: number, toMs: number): Bucket[] {
  return wholeBuckets.map(({ startMs, endMs }) => ({
    startMs: Math.max(startMs, fromMs),
    endMs: Math.min(endMs, toMs),
  }));
}
