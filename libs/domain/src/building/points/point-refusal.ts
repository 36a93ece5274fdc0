import type { GatewayPoint } from '@app/gateway-client';
import { DomainError, type Message, type MessageCode, say } from '@app/kernel';

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
const ACCEPTED = {
  boolean: 'true_or_false',
  number: 'numbers',
  string: 'text',
} as const satisfies Record<Kind, MessageCode>;
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
  if (!point) return new DomainError('not_found', 'not_found', say('gateway_without_point', { code }));
  if (!point.writable) return refused('point_read_only', say('point_read_only', { code }));
  return value === undefined ? null : refusalOfValue(point, value);
}

function refusalOfValue(
  { code, dataType, min, max, step }: GatewayPoint,
  value: unknown,
): DomainError | null {
  const kind = KINDS[dataType?.toLowerCase() ?? ''];
  if (kind && typeof value !== kind)
    return refused('value_type', say('value_type', { code, accepted: say(ACCEPTED[kind]) }));
  if (typeof value !== 'number') return null;
  if ((min !== null && value < min) || (max !== null && value > max))
    return refused('value_out_of_range', rangeOf(code, min, max));
  if (step === null || step <= 0) return null;
  const steps = (value - (min ?? 0)) / step;
  if (Math.abs(steps - Math.round(steps)) <= STEP_TOLERANCE) return null;
  return refused('value_off_step', say('value_off_step', { code, step }));
}

function rangeOf(code: string, min: number | null, max: number | null): Message {
  if (min === null) return say('value_too_high', { code, most: Number(max) });
  return max === null
    ? say('value_too_low', { code, least: min })
    : say('value_out_of_range', { code, least: min, most: max });
}

function refused(code: string, message: Message): DomainError {
  return new DomainError('invalid', code, message);
}
