/** Greater than, at least, less than, at most, equal, not equal. */
export const COMPARISONS = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The condition that raises an alert. */
export type RuleCondition =
  | { kind: 'threshold'; comparison: Comparison; threshold: number; deadband: number }
  | { kind: 'noData'; minutes: number }
  | { kind: 'rateOfChange'; delta: number; minutes: number; deadband: number };
