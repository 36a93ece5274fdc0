import type { Fold, PointDefinition, Value } from '../points/point';

/** Reads another point's value at an instant, written values included. */
export type ReadPoint = (code: string, atMs: number) => Value | null;

/** A point whose value at any instant follows from the seed and from the values written to the points it reads. */
export interface ModelPoint {
  definition: PointDefinition;
  /** How often it is sampled. */
  stepMs: number;
  fold: Fold;
  /** True if a value belongs to the interval that begins at its timestamp. It is known at the end of the interval. */
  perInterval?: boolean;
  /** The range of a written number. */
  range?: { min: number; max: number };
  valueAt(atMs: number, read: ReadPoint): Value;
}

type PointText = Pick<PointDefinition, 'code' | 'name' | 'group'>;

/** A measured or computed number, sampled every `stepMs`. */
export function measurement(
  text: PointText,
  unit: string,
  stepMs: number,
  valueAt: ModelPoint['valueAt'],
): ModelPoint {
  return {
    definition: { ...text, unit, dataType: 'number', writable: false },
    stepMs,
    fold: 'mean',
    valueAt,
  };
}

/** A number that may be written within `range`. */
export function setting(
  text: PointText,
  unit: string,
  stepMs: number,
  range: { min: number; max: number },
  valueAt: ModelPoint['valueAt'],
): ModelPoint {
  return {
    definition: { ...text, unit, dataType: 'number', writable: true },
    stepMs,
    fold: 'mean',
    range,
    valueAt,
  };
}

/** A state that is on or off. */
export function state(
  text: PointText,
  writable: boolean,
  stepMs: number,
  valueAt: ModelPoint['valueAt'],
): ModelPoint {
  return { definition: { ...text, unit: '', dataType: 'boolean', writable }, stepMs, fold: 'last', valueAt };
}

/** Round to the decimals that the instrument shows. */
export function shown(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
