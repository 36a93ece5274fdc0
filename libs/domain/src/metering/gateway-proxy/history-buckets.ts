import type { GatewayInterval, GatewaySample } from '@app/gateway-client';
import { bucketsBetween } from '../arithmetic/calendar';

const QUARTER_MS = 15 * 60_000;

/** A sample of a point, or the aggregate of an interval. */
export interface HistorySample extends GatewaySample {
  /** Lowest and highest number of the interval, if the caller wants extremes and all values are numbers. */
  min?: number;
  max?: number;
}

/** Returns the start of the bucket that contains an instant. */
export type BucketStart = (atMs: number) => number;

/**
 * Returns a function that finds the bucket of an instant in a range. Quarters of an hour are the same in every time
 * zone. Hours begin at full hours in `zone`, and days at midnight.
 */
export function bucketStarts(interval: GatewayInterval, from: Date, to: Date, zone: string): BucketStart {
  if (interval === '15m') return (atMs) => Math.floor(atMs / QUARTER_MS) * QUARTER_MS;
  const unit = interval === '1h' ? 'hour' : 'day';
  const starts = bucketsBetween(unit, from.getTime(), to.getTime(), zone).map(({ startMs }) => startMs);
  return (atMs) => starts[lastAtOrBefore(starts, atMs)] ?? atMs;
}

/** True if no bucket has two samples, which means that the gateway has already aggregated them. */
export function isAggregated(samples: readonly GatewaySample[], startOf: BucketStart): boolean {
  const starts = samples.map(({ timestamp }) => startOf(Date.parse(timestamp)));
  return new Set(starts).size === starts.length;
}

/**
 * Returns one sample for each bucket that begins in the range and has usable samples. The value is the mean of numbers,
 * or the last value if a sample is not a number. Samples of bad quality do not count. The quality is good if the
 * quality of all samples is good.
 * @param extremes adds the lowest and the highest number of each bucket
 */
export function aggregated(
  samples: readonly GatewaySample[],
  startOf: BucketStart,
  from: Date,
  extremes = false,
): HistorySample[] {
  const buckets = new Map<number, GatewaySample[]>();
  for (const sample of samples) {
    const startMs = startOf(Date.parse(sample.timestamp));
    if (startMs < from.getTime() || sample.quality === 'bad' || sample.value === null) continue;
    const bucket = buckets.get(startMs);
    if (bucket) bucket.push(sample);
    else buckets.set(startMs, [sample]);
  }
  return [...buckets]
    .sort(([one], [other]) => one - other)
    .map(([startMs, bucket]) => ({
      timestamp: new Date(startMs).toISOString(),
      ...valuesOf(bucket, extremes),
      quality: bucket.every(({ quality }) => quality === 'good') ? 'good' : 'uncertain',
    }));
}

function valuesOf(
  bucket: readonly GatewaySample[],
  extremes: boolean,
): Pick<HistorySample, 'value' | 'min' | 'max'> {
  const numbers = bucket.map(({ value }) => value).filter((value) => typeof value === 'number');
  if (numbers.length < bucket.length) return { value: latest(bucket).value };
  const value = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  if (!extremes) return { value };
  const [min, max] = [Math.min, Math.max].map((pick) => numbers.reduce((one, other) => pick(one, other)));
  return { value, min, max };
}

function latest(bucket: readonly GatewaySample[]): Pick<GatewaySample, 'value'> {
  return bucket.reduce((last, sample) =>
    Date.parse(sample.timestamp) >= Date.parse(last.timestamp) ? sample : last,
  );
}

/** Returns the index of the last start at or before an instant; -1 if all are later. Uses binary search. */
function lastAtOrBefore(starts: readonly number[], atMs: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
