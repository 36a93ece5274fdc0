import type { Quality } from '@app/contracts';

export type Value = number | boolean;

/** The entry of a point in the list of points. */
export interface PointDefinition {
  code: string;
  name: string;
  /** Empty if the point has no unit, for example a switch. */
  unit: string;
  dataType: 'number' | 'boolean' | 'string';
  writable: boolean;
  group: string;
  /** The numbers that may be written: from `min` to `max`, in steps of `step` from `min`. */
  min?: number;
  max?: number;
  step?: number;
}

export interface Sample<Content = Value> {
  atMs: number;
  /** Null if the value is unknown. */
  value: Content | null;
  quality: Quality;
}

/** A sample as clients see it: the value of an enumeration may be its text. */
export type ServedSample = Sample<Value | string>;

/**
 * How the samples of a bucket are combined into one value. `mean` is for measurements, `sum` for interval energies, and
 * `last` for switches. `first` is for registers, so that the difference of two buckets is the consumption of the first
 * bucket.
 */
export const FOLDS = ['mean', 'sum', 'first', 'last'] as const;
export type Fold = (typeof FOLDS)[number];
