import { DomainError } from '@app/kernel';
import type { PointDefinition, Value } from './served-point';

/**
 * Returns the value if the point accepts it.
 * @throws DomainError `invalid` if the point cannot be written, or does not accept the value
 */
export function acceptedValue(definition: PointDefinition, value: unknown): Value {
  const { code, writable, dataType } = definition;
  if (!writable) throw DomainError.invalid(`The point ${code} cannot be written.`);
  if (dataType === 'boolean') {
    if (typeof value === 'boolean') return value;
    throw DomainError.invalid(`The point ${code} accepts only true or false.`);
  }
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw DomainError.invalid(`The point ${code} accepts only numbers.`);
  const { min = -Infinity, max = Infinity, step } = definition;
  if (value < min || value > max) {
    throw DomainError.invalid(`The point ${code} accepts only values from ${min} to ${max}.`);
  }
  if (step !== undefined && !isStep(value, definition.min ?? 0, step))
    throw DomainError.invalid(`The point ${code} accepts only values in steps of ${step}.`);
  return value;
}

/** Decimal fractions are not exact in binary: 0.3 is 2.9999999999999996 steps of 0.1. */
function isStep(value: number, first: number, step: number): boolean {
  const steps = (value - first) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-6;
}
