import type { AlertRuleEntity } from '@app/entities';
import { DomainError, type ErrorDetail, RULE_FIELDS, say } from '@app/kernel';
import type { AlertRuleChanges, RuleConditionInput } from './alert-rule';
import type { ConditionColumns } from './rule-condition';

export type RuleFields = Omit<AlertRuleEntity, 'id' | 'revision'>;

const EMPTY: Omit<ConditionColumns, 'kind'> = {
  comparison: null,
  threshold: null,
  deadband: 0,
  delta: null,
  minutes: null,
};
const NEW: Omit<RuleFields, 'name' | 'severity'> = {
  ...EMPTY,
  kind: 'threshold',
  pointCode: null,
  areaId: null,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
  enabled: true,
  calendarId: null,
};

/** Returns the fields of a new rule. @throws DomainError invalid with a detail for each problem */
export function newRule(
  input: AlertRuleChanges & Pick<AlertRuleEntity, 'name' | 'severity'>,
): Omit<AlertRuleEntity, 'id'> {
  return { ...mergeRule({ ...NEW, name: input.name, severity: input.severity }, input), revision: 1 };
}

/** Returns the fields of a changed rule. @throws DomainError invalid with a detail for each problem */
export function changedRule(before: AlertRuleEntity, changes: AlertRuleChanges): AlertRuleEntity {
  return { ...mergeRule(before, changes), id: before.id, revision: before.revision + 1 };
}

function mergeRule(before: RuleFields, { condition, schedule, ...rest }: AlertRuleChanges): RuleFields {
  const after = { ...before, ...defined(rest), ...(condition && mergeCondition(before, condition)) };
  if (schedule !== undefined) after.calendarId = schedule;
  assertComplete(after);
  return after;
}

/** Returns all columns of a condition. The fields that its kind does not have are empty. */
function mergeCondition(before: ConditionColumns, condition: RuleConditionInput): ConditionColumns {
  const { kind } = condition;
  const fields = { ...EMPTY, ...(kind === before.kind && before), ...defined(condition) };
  return { ...EMPTY, kind, ...Object.fromEntries(RULE_FIELDS[kind].map((field) => [field, fields[field]])) };
}

function defined<Fields extends object>(fields: Fields): Partial<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Fields>;
}

function assertComplete(rule: RuleFields): void {
  const details: ErrorDetail[] = [...missingFields(rule)];
  if ((rule.pointCode === null) === (rule.areaId === null)) {
    const message = say('point_or_area');
    details.push({ path: 'pointCode', ...message }, { path: 'areaId', ...message });
  }
  // The power of an area stays the same until its meters report again.
  if (rule.kind === 'unchanged' && rule.areaId !== null) {
    details.push({ path: 'areaId', ...say('needs_point', { kind: rule.kind }) });
  }
  if (rule.kind === 'rateOfChange' && rule.delta !== null && rule.deadband >= rule.delta) {
    details.push({ path: 'deadband', ...say('deadband_too_wide') });
  }
  if (details.length > 0) throw DomainError.invalid('The alert rule is not valid.', details);
}

function missingFields(rule: RuleFields): ErrorDetail[] {
  return RULE_FIELDS[rule.kind]
    .filter((field) => rule[field] === null)
    .map((field) => {
      const path = rule.kind === 'threshold' ? field : `condition.${field}`;
      return { path, ...say('required_for_kind', { kind: rule.kind }) };
    });
}
