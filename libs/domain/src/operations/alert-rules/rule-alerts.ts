import type { AlertRuleEntity } from '@app/entities';
import { type Message, say } from '@app/kernel';
import type { AlertClear, AlertRaise } from '../alerts/alert-raise';
import { toRuleCondition } from './rule-condition';
import { ruleMessage } from './rule-message';
import { ruleOrigin } from './rule-origin';
import type { RunTransition } from './rule-run';

export function toRaise(rule: AlertRuleEntity, { atMs, value }: RunTransition): AlertRaise {
  const { pointCode, areaId } = rule;
  return {
    ...ruleOrigin(rule),
    severity: rule.severity,
    title: rule.name,
    message: ruleMessage({ pointCode, areaId, condition: toRuleCondition(rule), value }),
    pointCode,
    ...(areaId !== null && { areaId }),
    value,
    threshold: limitOf(rule),
    at: new Date(atMs),
  };
}

export function toClear(rule: AlertRuleEntity, { atMs, reason }: RunTransition): AlertClear {
  return { ...ruleOrigin(rule), at: new Date(atMs), note: noteOf(rule, reason) };
}

function noteOf({ areaId }: AlertRuleEntity, reason: RunTransition['reason']): Message | null {
  if (reason === 'closed') return say('rule_calendar_closed');
  if (reason !== 'deleted') return null;
  return say(areaId === null ? 'rule_point_deleted' : 'rule_area_deleted');
}

function limitOf({ kind, threshold, delta }: AlertRuleEntity): number | null {
  if (kind === 'noData') return null;
  return kind === 'threshold' ? threshold : delta;
}
