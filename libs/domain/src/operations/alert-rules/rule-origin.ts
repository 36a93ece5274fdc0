import type { AlertRuleEntity } from '@app/entities';
import { Actor } from '@app/kernel';
import type { AlertOrigin } from '../alerts/alert-origin';

export const ALERT_RULES = Actor.system('alert-rules');

export function ruleOrigin({ id, kind }: Pick<AlertRuleEntity, 'id' | 'kind'>): AlertOrigin {
  return { source: 'rule', type: kind, originator: `rule:${id}` };
}
