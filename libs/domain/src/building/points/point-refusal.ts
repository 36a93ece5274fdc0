import type { GatewayPoint } from '@app/gateway-client';
import { DomainError } from '@app/kernel';

type Kind = 'boolean' | 'number' | 'string';

/** The names that gateways use for types, in lower case. A type with another name accepts any value. */
const KINDS: Readonly<Record<string, Kind>> = {
  bool: 'boolean',
  boolean: 'boolean',
  number: 'number',
  float: 'number',
  double: 'number',
  real: 'number',
  int: 'number',
  integer: 'number',
  string: 'string',
  text: 'string',
};
const ACCEPTED: Readonly<Record<Kind, string>> = {
  boolean: 'true or false',
  number: 'numbers',
  string: 'text',
};
/** Share of a step by which a value may miss a multiple of it, because decimal fractions are not exact. */
const STEP_TOLERANCE = 1e-6;

/**
 * Returns the reason why a write to a point must fail, according to the gateway's list of points. Null if there is none.
 * @param point undefined if the gateway has no point with this code
 * @param value the value to write. If undefined, only the point is checked
 */
export function refusalOf(
  code: string,
  point: GatewayPoint | undefined,
  value?: unknown,
): DomainError | null {
  if (!point) return new DomainError('not_found', 'not_found', `The gateway has no point ${code}.`);
  if (!point.writable) return refused('point_read_only', `The point ${code} cannot be written.`);
  return value === undefined ? null : refusalOfValue(point, value);
}

function refusalOfValue(
  { code, dataType, min, max, step }: GatewayPoint,
  value: unknown,
): DomainError | null {
  const kind = KINDS[dataType?.toLowerCase() ?? ''];
  if (kind && typeof value !== kind)
    return refused('value_type', `The point ${code} accepts only ${ACCEPTED[kind]}.`);
  if (typeof value !== 'number') return null;
  if ((min !== null && value < min) || (max !== null && value > max)) {
    const limits =
      max === null ? `of at least ${min}` : min === null ? `of at most ${max}` : `from ${min} to ${max}`;
    return refused('value_out_of_range', `The point ${code} accepts only values ${limits}.`);
  }
  if (step === null || step <= 0) return null;
  const steps = (value - (min ?? 0)) / step;
  if (Math.abs(steps - Math.round(steps)) <= STEP_TOLERANCE) return null;
  return refused('value_off_step', `The point ${code} accepts only values in steps of ${step}.`);
}

function refused(code: string, message: string): DomainError {
  return new DomainError('invalid', code, message);
}
