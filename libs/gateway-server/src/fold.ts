import { HOUR_MS, MINUTE_MS } from './local-calendar';
import type { Fold, Sample, ServedSample } from './served-point';

export const HISTORY_INTERVALS = ['15m', '1h', '1d'] as const;
export type HistoryInterval = (typeof HISTORY_INTERVALS)[number];

/** Finds the starts of local days. */
export interface BucketCalendar {
  dayNumberAt(atMs: number): number;
  instantMs(dayNumber: number, minute: number): number;
}

export interface Bucket {
  fromMs: number;
  toMs: number;
}

const FIXED_MS = { '15m': 15 * MINUTE_MS, '1h': HOUR_MS } as const;

/**
 * The buckets that start in `[fromMs, toMs)`. Quarter-hours and hours are aligned to UTC, days to the local calendar.
 */
export function* buckets(
  interval: HistoryInterval,
  fromMs: number,
  toMs: number,
  calendar: BucketCalendar,
): Generator<Bucket> {
  const startOf =
    interval === '1d'
      ? (index: number) => calendar.instantMs(index, 0)
      : (index: number) => index * FIXED_MS[interval];
  let index = interval === '1d' ? calendar.dayNumberAt(fromMs) : Math.floor(fromMs / FIXED_MS[interval]);
  if (startOf(index) < fromMs) index++;
  for (let startMs = startOf(index); startMs < toMs;) {
    const endMs = startOf(++index);
    yield { fromMs: startMs, toMs: endMs };
    startMs = endMs;
  }
}

/**
 * Combines the samples of a bucket into one value with the timestamp of the first sample. Returns null if no sample has
 * a value.
 */
export function foldSamples<Content extends ServedSample['value']>(
  fold: Fold,
  samples: Iterable<Sample<Content>>,
): Sample<Content | number> | null {
  let first: Sample<Content> | null = null;
  let last: Sample<Content> | null = null;
  let sum = 0;
  let count = 0;
  let allGood = true;
  for (const sample of samples) {
    if (sample.value === null) continue;
    if (fold === 'first') return sample;
    first ??= sample;
    last = sample;
    sum += Number(sample.value);
    count++;
    allGood &&= sample.quality === 'good';
  }
  if (!first || !last) return null;
  if (fold === 'last' || typeof last.value !== 'number') return { ...last, atMs: first.atMs };
  const value = fold === 'sum' ? sum : sum / count;
  return { atMs: first.atMs, value: Math.round(value * 1e6) / 1e6, quality: allGood ? 'good' : 'uncertain' };
}
