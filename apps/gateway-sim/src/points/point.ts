import type { Quality } from '@app/contracts';

export type Value = number | boolean;

/** The entry of a point in the list of points. */
export interface PointDefinition {
  code: string;
  name: string;
  /** Empty if the point has no unit, for example a switch. */
  unit: string;
  dataType: 'number' | 'boolean';
  writable: boolean;
  group: string;
}

export interface Sample {
  atMs: number;
  /** Null if the value is unknown. */
  value: Value | null;
  quality: Quality;
}

/**
 * How the samples of a bucket become one value: the mean of a measurement, the sum of energies per interval,
 * the first reading of a register (so that the difference of two buckets is the consumption of the first),
 * the last state of a switch.
 */
export type Fold = 'mean' | 'sum' | 'first' | 'last';

/** A point with its samples in order of time. */
export interface Series {
  readonly definition: PointDefinition;
  readonly fold: Fold;
  /** The range of a written number. */
  readonly range?: { min: number; max: number };
  /** The newest sample at or before `nowMs` that is known by then. */
  latest(nowMs: number): Sample | null;
  /** The measured time range. Outside of it nothing is known, or not yet. */
  span(nowMs: number): { fromMs: number; toMs: number };
  /** The samples in `[fromMs, toMs)`, made as they are taken. */
  samples(fromMs: number, toMs: number, nowMs: number): Iterable<Sample>;
}
