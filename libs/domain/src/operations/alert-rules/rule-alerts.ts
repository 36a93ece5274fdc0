import type { AlertRuleEntity, Comparison } from '@app/entities';
import type { AlertClear, AlertRaise } from '../alerts/alert-raise';
import { toRuleCondition } from './rule-condition';
import { ruleOrigin } from './rule-origin';
import type { RunTransition } from './rule-run';

const RELATIONS: Record<Comparison, string> = {
  gt: 'above',
  gte: 'at or above',
  lt: 'below',
  lte: 'at or below',
  eq: 'equal to',
  ne: 'not equal to',
};

export function toRaise(rule: AlertRuleEntity, { atMs, value }: RunTransition): AlertRaise {
  return {
    ...ruleOrigin(rule),
    severity: rule.severity,
    title: rule.name,
    message: messageOf(rule, value),
    pointCode: rule.pointCode,
    ...(rule.areaId !== null && { areaId: rule.areaId }),
    value,
    threshold: limitOf(rule),
    at: new Date(atMs),
  };
}

export function toClear(rule: AlertRuleEntity, { atMs, reason }: RunTransition): AlertClear {
  return { ...ruleOrigin(rule), at: new Date(atMs), note: noteOf(rule, reason) };
}

function noteOf({ areaId }: AlertRuleEntity, reason: RunTransition['reason']): string | null {
  if (reason === 'closed') return 'The calendar of the alert rule has closed.';
  if (reason !== 'deleted') return null;
  return `The ${areaId === null ? 'point' : 'area'} of the alert rule was deleted.`;
}

function limitOf({ kind, threshold, delta }: AlertRuleEntity): number | null {
  if (kind === 'noData') return null;
  return kind === 'threshold' ? threshold : delta;
}

function messageOf(rule: AlertRuleEntity, value: number | null): string {
  const condition = toRuleCondition(rule);
  const isArea = rule.areaId !== null;
  const subject = isArea ? `The power of area ${rule.areaId}` : `The value of ${rule.pointCode}`;
  const unit = isArea ? ' kW' : '';
  switch (condition.kind) {
    case 'threshold': {
      const relation = RELATIONS[condition.comparison];
      return `${subject} is ${value}${unit}, ${relation} the threshold ${condition.threshold}${unit}.`;
    }
    case 'rateOfChange':
      return `${subject} has changed by ${value}${unit} within ${condition.minutes} minutes. The limit is ${condition.delta}${unit}.`;
    default:
      return `${subject} has not been updated for ${condition.minutes} minutes.`;
  }
}
