import type { BucketSum } from './bucket-sums';
import type { Bucket } from './calendar';
import { toKwh } from './meter-arithmetic';

/** What an area used in one bucket. */
export interface AreaFigure {
  /** kWh (m³ for water); null where nothing was measured, never 0. */
  value: number | null;
  /** The measured share of the whole bucket, 0 to 1, over all of the area's meters. */
  coverage: number;
  /** True where an edge of the bucket lies within something that was measured as one. */
  estimated: boolean;
}

/**
 * Adds the sums of an area's meters.
 * @param wholeBuckets as the calendar has them: what a clipped range leaves out lowers the coverage
 * @param sums per meter one sum per bucket
 */
export function areaFigures(wholeBuckets: readonly Bucket[], sums: readonly BucketSum[][]): AreaFigure[] {
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
    return {
      value: energyMwh === null ? null : toKwh(energyMwh),
      coverage: sums.length === 0 ? 0 : Math.min(1, coveredMs / ((endMs - startMs) * sums.length)),
      estimated,
    };
  });
}

/** The whole buckets cut down to [fromMs, toMs). */
export function clipBuckets(wholeBuckets: readonly Bucket[], fromMs: number, toMs: number): Bucket[] {
  return wholeBuckets.map(({ startMs, endMs }) => ({
    startMs: Math.max(startMs, fromMs),
    endMs: Math.min(endMs, toMs),
  }));
}
