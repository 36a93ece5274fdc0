/** Severities of alerts, of faults and of the gateway's alarms, from the most to the least severe. */
export const ALERT_SEVERITIES = ['critical', 'major', 'minor', 'warning', 'indeterminate'] as const;
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number];

/** Greater than, at least, less than, at most, equal, not equal. */
export const COMPARISONS = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const;
export type Comparison = (typeof COMPARISONS)[number];

export const RULE_KINDS = ['threshold', 'noData', 'rateOfChange', 'unchanged'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** The fields of each kind of condition. */
export const RULE_FIELDS = {
  threshold: ['comparison', 'threshold', 'deadband'],
  noData: ['minutes'],
  rateOfChange: ['delta', 'minutes', 'deadband'],
  unchanged: ['minutes'],
} as const satisfies Record<RuleKind, readonly string[]>;

/** The condition that raises an alert. */
export type RuleCondition =
  | { kind: 'threshold'; comparison: Comparison; threshold: number; deadband: number }
  | { kind: 'noData'; minutes: number }
  | { kind: 'rateOfChange'; delta: number; minutes: number; deadband: number }
  | { kind: 'unchanged'; minutes: number };

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
