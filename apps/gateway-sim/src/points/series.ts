import type { Fold, PointDefinition, Sample } from '@app/gateway-server';

/** A point with its samples in order of time. */
export interface Series {
  readonly definition: PointDefinition;
  readonly fold: Fold;
  /** The newest sample that is known at `nowMs`. */
  latest(nowMs: number): Sample | null;
  /** The time range with data. Later samples are not known yet. */
  span(nowMs: number): { fromMs: number; toMs: number };
  /** The samples in `[fromMs, toMs)`. They are generated while the caller iterates over them. */
  samples(fromMs: number, toMs: number, nowMs: number): Iterable<Sample>;
}
