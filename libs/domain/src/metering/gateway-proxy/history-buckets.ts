import type { GatewayInterval, GatewaySample } from '@app/gateway-client';
import { bucketsBetween } from '../arithmetic/calendar';

const QUARTER_MS = 15 * 60_000;

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
 */
export function aggregated(
  samples: readonly GatewaySample[],
  startOf: BucketStart,
  from: Date,
): GatewaySample[] {
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
      value: valueOf(bucket),
      quality: bucket.every(({ quality }) => quality === 'good') ? 'good' : 'uncertain',
    }));
}

function valueOf(bucket: readonly GatewaySample[]): unknown {
  const numbers = bucket.map(({ value }) => value).filter((value) => typeof value === 'number');
  if (numbers.length < bucket.length) return latest(bucket).value;
  return numbers.reduce((sum, value) => sum + value, 0) / numbers.length;
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
