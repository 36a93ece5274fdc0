import type { Fold, PointDefinition, Value } from '@app/gateway-server';

/** Reads the value of another point at an instant. Written values take precedence. */
export type ReadPoint = (code: string, atMs: number) => Value | null;

/** A point whose values depend only on the seed and on the values written to the points that it reads. */
export interface ModelPoint {
  definition: PointDefinition;
  /** The sampling interval. */
  stepMs: number;
  fold: Fold;
  /**
   * True if a value covers the interval that starts at its timestamp. The value becomes known at the end of the
   * interval.
   */
  perInterval?: boolean;
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

/** A number that may be written within `range`, in its steps. */
export function setting(
  text: PointText,
  unit: string,
  stepMs: number,
  range: { min: number; max: number; step?: number },
  valueAt: ModelPoint['valueAt'],
): ModelPoint {
  return {
    definition: { ...text, unit, dataType: 'number', writable: true, ...range },
    stepMs,
    fold: 'mean',
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

/** Rounds to the number of decimals that the instrument shows. */
export function shown(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
