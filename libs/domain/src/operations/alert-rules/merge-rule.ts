import type { AlertRuleEntity } from '@app/entities';
import { DomainError, type ErrorDetail } from '@app/kernel';
import type { AlertRuleChanges, RuleConditionInput } from './alert-rule';
import type { ConditionColumns } from './rule-condition';

export type RuleFields = Omit<AlertRuleEntity, 'id' | 'revision'>;

const NEW: Omit<RuleFields, 'name' | 'severity'> = {
  pointCode: null,
  areaId: null,
  kind: 'threshold',
  comparison: null,
  threshold: null,
  deadband: 0,
  delta: null,
  minutes: null,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
  enabled: true,
  calendarId: null,
};

const CONDITION_FIELDS = ['comparison', 'threshold', 'deadband', 'delta', 'minutes'] as const;
type ConditionField = (typeof CONDITION_FIELDS)[number];
type Given = Partial<Pick<ConditionColumns, 'kind' | ConditionField>>;

/** The fields of each kind of condition. All other fields are null; the deadband is 0. */
const FIELDS_OF = {
  threshold: ['comparison', 'threshold', 'deadband'],
  noData: ['minutes'],
  rateOfChange: ['delta', 'minutes', 'deadband'],
} as const satisfies Record<ConditionColumns['kind'], readonly ConditionField[]>;

/** Returns the fields of a new rule. @throws DomainError invalid with a detail for each problem */
export function newRule(
  input: AlertRuleChanges & Pick<AlertRuleEntity, 'name' | 'severity'>,
): Omit<AlertRuleEntity, 'id'> {
  return { ...mergeRule({ ...NEW, name: input.name, severity: input.severity }, input, true), revision: 1 };
}

/** Returns the fields of a changed rule. @throws DomainError invalid with a detail for each problem */
export function changedRule(before: AlertRuleEntity, changes: AlertRuleChanges): AlertRuleEntity {
  return { ...mergeRule(before, changes, false), id: before.id, revision: before.revision + 1 };
}

function mergeRule(before: RuleFields, changes: AlertRuleChanges, isNew: boolean): RuleFields {
  const { condition, comparison, threshold, deadband, schedule, ...rest } = changes;
  const current = isNew ? {} : before;
  const flat = differing({ comparison, threshold, deadband }, current);
  if (flat.comparison !== undefined || flat.threshold !== undefined) flat.kind = 'threshold';
  const nested = condition ? differing(withoutUnused(condition), current, condition.kind) : {};
  assertAgreement(flat, nested);
  const given = { ...flat, ...nested };
  const kind = given.kind ?? before.kind;
  const base: Given = kind === before.kind ? before : { ...NEW, deadband: 0 };
  const after: RuleFields = { ...before, ...defined(rest), ...ofKind(kind, { ...base, ...given }) };
  if (schedule !== undefined) after.calendarId = schedule;
  assertComplete(after);
  return after;
}

/**
 * Returns the fields that differ from the current ones. A rule contains its condition in two forms: as the field
 * `condition`, and as separate fields. If a client sends a rule back with a change in only one of the forms, this
 * change is accepted, because the unchanged fields of the other form are ignored.
 */
function differing(
  fields: { [Field in ConditionField]?: ConditionColumns[Field] | undefined },
  current: Given,
  kind = current.kind,
): Given {
  const entries = Object.entries(fields).filter(([field, value]) => {
    if (value === undefined || value === null) return false;
    return kind !== current.kind || current[field as ConditionField] !== value;
  });
  return Object.assign(Object.fromEntries(entries), kind === current.kind ? {} : { kind });
}

function withoutUnused({ kind, ...condition }: RuleConditionInput): Partial<RuleConditionInput> {
  const used: readonly string[] = FIELDS_OF[kind];
  return Object.fromEntries(Object.entries(condition).filter(([field]) => used.includes(field)));
}

function assertAgreement(flat: Given, nested: Given): void {
  const isContrary = (['kind', ...CONDITION_FIELDS] as const).some(
    (field) => flat[field] !== undefined && nested[field] !== undefined && flat[field] !== nested[field],
  );
  if (!isContrary) return;
  const message = 'contradicts comparison, threshold or deadband. Change only one of them.';
  throw DomainError.invalid(`condition ${message}`, [{ path: 'condition', message }]);
}

function ofKind(kind: ConditionColumns['kind'], fields: Given): ConditionColumns {
  const used: readonly string[] = FIELDS_OF[kind];
  const empty: ConditionColumns = {
    kind,
    comparison: null,
    threshold: null,
    deadband: 0,
    delta: null,
    minutes: null,
  };
  const entries = Object.entries(fields).filter(([field]) => used.includes(field));
  return Object.assign(empty, Object.fromEntries(entries));
}

function defined<Fields extends object>(fields: Fields): Partial<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Fields>;
}

function assertComplete(rule: RuleFields): void {
  const details: ErrorDetail[] = [...missingFields(rule)];
  if ((rule.pointCode === null) === (rule.areaId === null)) {
    const message = 'Set either pointCode or areaId, and set the other one to null.';
    details.push({ path: 'pointCode', message }, { path: 'areaId', message });
  }
  if (rule.kind === 'rateOfChange' && rule.delta !== null && rule.deadband >= rule.delta) {
    details.push({ path: 'deadband', message: 'must be less than the value of `delta`' });
  }
  if (details.length > 0) throw DomainError.invalid('The alert rule is not valid.', details);
}

function missingFields(rule: RuleFields): ErrorDetail[] {
  return FIELDS_OF[rule.kind]
    .filter((field) => rule[field] === null)
    .map((field) => {
      const path = rule.kind === 'threshold' ? field : `condition.${field}`;
      return { path, message: `is required for a rule of kind ${rule.kind}` };
    });
}
