import type { AlertRuleEntity } from '@app/entities';
import type { Comparison, RuleCondition } from '@app/kernel';

/** The columns of a rule that describe its condition. */
export type ConditionColumns = Pick<
  AlertRuleEntity,
  'kind' | 'comparison' | 'threshold' | 'deadband' | 'delta' | 'minutes'
>;

export function toRuleCondition(columns: ConditionColumns): RuleCondition {
  const { kind, comparison, threshold, deadband, delta, minutes } = columns;
  if (kind === 'threshold' && comparison && threshold !== null)
    return { kind, comparison, threshold, deadband };
  if (kind === 'noData' && minutes !== null) return { kind, minutes };
  if (kind === 'rateOfChange' && minutes !== null && delta !== null)
    return { kind, delta, minutes, deadband };
  throw new Error(`A rule of kind ${kind} is incomplete.`);
}

type Threshold = Extract<RuleCondition, { kind: 'threshold' }>;

const COMPARE: Record<
  Comparison,
  (value: number, limit: number, margin: number, deadband: number) => boolean
> = {
  gt: (value, limit, margin) => value > limit - margin,
  gte: (value, limit, margin) => value >= limit - margin,
  lt: (value, limit, margin) => value < limit + margin,
  lte: (value, limit, margin) => value <= limit + margin,
  eq: (value, limit, margin) => Math.abs(value - limit) <= margin,
  ne: (value, limit, _margin, deadband) => Math.abs(value - limit) > deadband,
};

/**
 * Returns true if a value violates a threshold. A violation lasts until a value has returned beyond the deadband. `eq`
 * is first violated by exactly the threshold, and from then on by every value within the deadband. `ne` is violated by
 * every value outside the deadband.
 */
export function violates(
  { comparison, threshold, deadband }: Omit<Threshold, 'kind'>,
  value: number,
  wasViolated: boolean,
): boolean {
  const margin = wasViolated ? deadband : 0;
  return COMPARE[comparison](value, threshold, margin, deadband);
}
