import type { AlertRule, AlertRuleInput, Condition } from './alert-rules.queries';

type Comparison = NonNullable<Condition['comparison']>;

export const KINDS = [
  'threshold',
  'noData',
  'rateOfChange',
  'unchanged',
] as const satisfies readonly Condition['kind'][];
export const COMPARISONS = ['gt', 'gte', 'lt', 'lte', 'eq', 'ne'] as const satisfies readonly Comparison[];
export const TARGETS = ['point', 'area'] as const;

/** The fields of the form of a rule. The value of an empty number field is an empty text. */
export interface RuleFields {
  name: string;
  target: (typeof TARGETS)[number];
  pointCode: string;
  areaId: number | null;
  kind: Condition['kind'];
  comparison: Comparison;
  threshold: number | string;
  deadband: number | string;
  delta: number | string;
  minutes: number | string;
  onDelaySeconds: number | string;
  offDelaySeconds: number | string;
  severity: AlertRule['severity'];
  schedule: number | null;
  enabled: boolean;
}

export const EMPTY_RULE: RuleFields = {
  name: '',
  target: 'point',
  pointCode: '',
  areaId: null,
  kind: 'threshold',
  comparison: 'gt',
  threshold: '',
  deadband: 0,
  delta: '',
  minutes: 15,
  onDelaySeconds: 0,
  offDelaySeconds: 0,
  severity: 'minor',
  schedule: null,
  enabled: true,
};

export function toFields(rule: AlertRule): RuleFields {
  const { name, pointCode, areaId, onDelaySeconds, offDelaySeconds, severity, schedule, enabled } = rule;
  const { kind, comparison = 'gt', threshold = '', deadband = 0, delta = '', minutes = 15 } = rule.condition;
  return {
    name,
    areaId,
    onDelaySeconds,
    offDelaySeconds,
    severity,
    schedule,
    enabled,
    target: areaId === null ? 'point' : 'area',
    pointCode: pointCode ?? '',
    kind,
    comparison,
    threshold,
    deadband,
    delta,
    minutes,
  };
}

/** Returns the body of a request, or null if a required field is empty. */
export function toInput(fields: RuleFields): AlertRuleInput | null {
  const { target, areaId, severity, schedule, enabled } = fields;
  const condition = conditionOf(fields);
  const pointCode = target === 'point' ? fields.pointCode.trim() || null : null;
  const watched = { pointCode, areaId: target === 'area' ? areaId : null };
  if (!condition || (watched.pointCode === null && watched.areaId === null)) return null;
  return {
    ...watched,
    name: fields.name.trim(),
    condition,
    onDelaySeconds: Number(fields.onDelaySeconds),
    offDelaySeconds: Number(fields.offDelaySeconds),
    severity,
    schedule,
    enabled,
  };
}

/** Returns whether a number is entered. */
export function isNumber(value: number | string): boolean {
  return value !== '' && Number.isFinite(Number(value));
}

function conditionOf({
  kind,
  comparison,
  threshold,
  deadband,
  delta,
  minutes,
}: RuleFields): Condition | null {
  if (kind === 'threshold') {
    if (!isNumber(threshold)) return null;
    return { kind, comparison, threshold: Number(threshold), deadband: Number(deadband) };
  }
  if (!isNumber(minutes)) return null;
  if (kind !== 'rateOfChange') return { kind, minutes: Number(minutes) };
  if (!isNumber(delta) || Number(delta) <= 0) return null;
  return { kind, delta: Number(delta), minutes: Number(minutes), deadband: Number(deadband) };
}

/** A range of values in a chart. */
export interface Band {
  from: number;
  to: number;
}

/** Returns the values between the threshold and the value at which the alert is cleared; null without a deadband. */
export function deadbandOf({ kind, comparison, threshold, deadband = 0 }: Condition): Band | null {
  if (kind !== 'threshold' || threshold === undefined || deadband === 0) return null;
  if (comparison === 'gt' || comparison === 'gte') return { from: threshold - deadband, to: threshold };
  if (comparison === 'lt' || comparison === 'lte') return { from: threshold, to: threshold + deadband };
  return { from: threshold - deadband, to: threshold + deadband };
}
