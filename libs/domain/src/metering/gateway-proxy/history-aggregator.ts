import type { GatewaySample } from '@app/gateway-client';
import type { BucketStart } from './history-buckets';

export const HISTORY_AGGREGATES = ['mean', 'min', 'max', 'first', 'last', 'sum'] as const;
export type HistoryAggregate = (typeof HISTORY_AGGREGATES)[number];

/** The aggregate of the usable samples of one bucket. */
export interface HistoryValue {
  startMs: number;
  value: unknown;
}

/** The usable samples of a bucket so far. Numbers include true as 1 and false as 0. */
interface Fold {
  first: TimedValue;
  last: TimedValue;
  count: number;
  sum: number;
  min: number;
  max: number;
}

interface TimedValue {
  atMs: number;
  value: unknown;
}

/**
 * Aggregates samples by bucket without keeping them. Samples that have bad quality or no value do not count. `first`
 * and `last` return values of any type. The other aggregates use only numbers and booleans, with true as 1 and false as
 * 0.
 */
export class HistoryAggregator {
  private readonly folds = new Map<number, Fold>();

  constructor(private readonly startOf: BucketStart) {}

  add(samples: readonly GatewaySample[]): void {
    for (const { timestamp, value, quality } of samples) {
      if (quality === 'bad' || value === null) continue;
      const atMs = Date.parse(timestamp);
      this.addTo(this.startOf(atMs), { atMs, value });
    }
  }

  /** The values in order of time. Buckets without a usable sample are left out. */
  values(aggregate: HistoryAggregate): HistoryValue[] {
    return [...this.folds]
      .sort(([one], [other]) => one - other)
      .map(([startMs, fold]) => ({ startMs, value: valueOf(fold, aggregate) }))
      .filter(({ value }) => value !== null);
  }

  private addTo(startMs: number, sample: TimedValue): void {
    const fold = this.folds.get(startMs) ?? emptyFold(sample);
    this.folds.set(startMs, fold);
    if (sample.atMs < fold.first.atMs) fold.first = sample;
    if (sample.atMs >= fold.last.atMs) fold.last = sample;
    const number = numberOf(sample.value);
    if (number === null) return;
    fold.count++;
    fold.sum += number;
    fold.min = Math.min(fold.min, number);
    fold.max = Math.max(fold.max, number);
  }
}

function emptyFold(sample: TimedValue): Fold {
  return { first: sample, last: sample, count: 0, sum: 0, min: Infinity, max: -Infinity };
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' ? value : null;
}

/** @returns null if the aggregate needs numbers and there are none */
function valueOf(fold: Fold, aggregate: HistoryAggregate): unknown {
  if (aggregate === 'first' || aggregate === 'last') return fold[aggregate].value;
  if (fold.count === 0) return null;
  return aggregate === 'mean' ? fold.sum / fold.count : fold[aggregate];
}
