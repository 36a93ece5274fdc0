import type { AlertRuleEntity } from '@app/entities';
import type { RuleCondition } from '@app/kernel';

/** The columns of a rule that describe its condition. */
export type ConditionColumns = Pick<
  AlertRuleEntity,
  'kind' | 'comparison' | 'threshold' | 'deadband' | 'delta' | 'minutes'
>;

export function toRuleCondition(columns: ConditionColumns): RuleCondition {
  const { kind, comparison, threshold, deadband, delta, minutes } = columns;
  if (kind === 'threshold' && comparison && threshold !== null)
    return { kind, comparison, threshold, deadband };
  if ((kind === 'noData' || kind === 'unchanged') && minutes !== null) return { kind, minutes };
  if (kind === 'rateOfChange' && minutes !== null && delta !== null)
    return { kind, delta, minutes, deadband };
  throw new Error(`A rule of kind ${kind} is incomplete.`);
}
