import type { AlertRuleEntity } from '@app/entities';
import type { Comparison, ErrorDetail, RuleCondition } from '@app/kernel';
import { toRuleCondition } from './rule-condition';

/** An alert rule as clients see it. */
export interface AlertRule extends Pick<
  AlertRuleEntity,
  'id' | 'name' | 'pointCode' | 'areaId' | 'onDelaySeconds' | 'offDelaySeconds' | 'severity' | 'enabled'
> {
  condition: RuleCondition;
  /** Id of a calendar. */
  schedule: number | null;
  warnings: ErrorDetail[];
}

/** A condition as a client sends it. Omitted fields keep their value if the rule has a condition of the same kind. */
export interface RuleConditionInput {
  kind: RuleCondition['kind'];
  comparison?: Comparison;
  threshold?: number;
  deadband?: number;
  delta?: number;
  minutes?: number;
}

/** The changes of a rule. Omitted fields keep their value. */
export type AlertRuleChanges = Partial<
  Omit<AlertRule, 'id' | 'condition' | 'warnings'> & { condition: RuleConditionInput }
>;
export type AlertRuleInput = AlertRuleChanges & Pick<AlertRule, 'name' | 'severity'>;

export function toAlertRule(rule: AlertRuleEntity, warnings: ErrorDetail[]): AlertRule {
  return {
    id: rule.id,
    name: rule.name,
    pointCode: rule.pointCode,
    areaId: rule.areaId,
    onDelaySeconds: rule.onDelaySeconds,
    offDelaySeconds: rule.offDelaySeconds,
    severity: rule.severity,
    enabled: rule.enabled,
    condition: toRuleCondition(rule),
    schedule: rule.calendarId,
    warnings,
  };
}
