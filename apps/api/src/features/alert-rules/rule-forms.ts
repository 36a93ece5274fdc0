import type { AlertRule, AlertRuleChanges } from '@app/domain';
import { DomainError, RULE_FIELDS, type RuleCondition, say } from '@app/kernel';
import type { AlertRuleChangesDto, AlertRuleDto, RuleConditionDto } from './alert-rules.dto';

type Fields = { [Field in keyof RuleConditionDto]?: RuleConditionDto[Field] | null };
type Given = Partial<RuleConditionDto>;

/** Returns a rule with both forms of its condition. The flat fields of other conditions than thresholds are null. */
export function toAlertRuleDto(rule: AlertRule): AlertRuleDto {
  const { comparison, threshold, deadband = 0 }: Given = rule.condition;
  return { ...rule, comparison: comparison ?? null, threshold: threshold ?? null, deadband };
}

/**
 * Converts the two forms of a condition in a body, the flat fields and `condition`, to `condition`. If a client sends a
 * rule back with a change in only one of the forms, this change is accepted, because fields that have their current
 * value are ignored.
 * @param current the condition of the stored rule; undefined for a new rule
 * @param path the path of `condition` in the request
 * @throws DomainError invalid if the forms contradict each other
 */
export function toChanges<Body extends AlertRuleChangesDto>(
  { comparison, threshold, deadband, condition, ...changes }: Body,
  { current, path = 'condition' }: { current?: RuleCondition; path?: string } = {},
) {
  const stored: Given = current ? { deadband: 0, ...current } : {};
  const flat = differing({ comparison, threshold, deadband }, stored);
  if (flat.comparison !== undefined || flat.threshold !== undefined) flat.kind = 'threshold';
  const nested = condition
    ? differing(usedFields(condition), condition.kind === stored.kind ? stored : {})
    : {};
  if (Object.entries(flat).some(([field, value]) => (nested[field as keyof Given] ?? value) !== value)) {
    throw DomainError.ofField(path, say('contradicts_flat_form'));
  }
  const given = { ...flat, ...nested };
  const isChanged = Object.keys(given).length > 0;
  const merged: AlertRuleChanges['condition'] = { kind: stored.kind ?? 'threshold', ...given };
  return { ...changes, condition: isChanged ? merged : undefined };
}

/** Returns the fields that differ from the current ones. */
function differing(fields: Fields, current: Given): Given {
  const entries = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && value !== null && value !== current[field as keyof Given],
  );
  return Object.fromEntries(entries);
}

function usedFields(condition: RuleConditionDto): Fields {
  const used = new Set<string>(['kind', ...RULE_FIELDS[condition.kind]]);
  return Object.fromEntries(Object.entries(condition).filter(([field]) => used.has(field)));
}
