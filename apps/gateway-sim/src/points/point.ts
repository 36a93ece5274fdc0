import type { Quality } from '@app/contracts';

export type Value = number | boolean;

/** How a point is listed. */
export interface PointDefinition {
  code: string;
  name: string;
  /** Empty for what has no unit, such as a switch. */
  unit: string;
  dataType: 'number' | 'boolean';
  writable: boolean;
  group: string;
}

export interface Sample {
  atMs: number;
  /** Null where nothing is known. */
  value: Value | null;
  quality: Quality;
}

/**
 * How the samples of a bucket become one value: the mean of a measurement, the sum of energies per interval,
 * the first reading of a register (so that the difference of two buckets is the consumption of the first),
 * the last state of a switch.
 */
export type Fold = 'mean' | 'sum' | 'first' | 'last';

/** A point and what it measured. Samples come in order of time. */
export interface Series {
  readonly definition: PointDefinition;
  readonly fold: Fold;
  /** What a written number may be. */
  readonly range?: { min: number; max: number };
  /** The newest sample at or before `nowMs` that is known by then. */
  latest(nowMs: number): Sample | null;
  /** The time that is measured: what lies outside of it is not known, or not yet. */
  span(nowMs: number): { fromMs: number; toMs: number };
  /** The samples in `[fromMs, toMs)`, made as they are taken. */
  samples(fromMs: number, toMs: number, nowMs: number): Iterable<Sample>;
}
