import { isNetwork, isRecordId, isTimeZone } from '@app/kernel';
import type { TriggerType } from '@app/entities';
import { type Json, type JsonObject, type Problem, unknownFields } from '@app/workflow-engine';
import { INTERNAL_EVENTS, isInternalEvent } from '../../platform/occurrences/internal-events';
import { MAX_OFFSET_MINUTES, SUN_EVENTS } from '../../platform/schedules/sun-times';
import { cronFault } from '../../platform/schedules/cron-schedule';
import { conditionFault } from './condition-fault';
import { holdProblems } from './hold-config';
import { headerFault, signatureProblems } from './signature-config';
import { MAX_CONDITION, MAX_ENTRIES, MAX_PATTERN, TRIGGER_SCHEMAS } from './trigger-schemas';

export const TRIGGER_TYPES: readonly TriggerType[] = [
  'manual',
  'schedule',
  'sun',
  'webhook',
  'state_change',
  'event',
];

/** The names that the condition of a trigger can use. */
export const CONDITION_NAMES = {
  state_change: ['code', 'value', 'previous', 'quality', 'triggerData', 'env', 'state'],
  event: ['triggerData', 'env', 'state'],
} as const;

export function isTriggerType(type: string): type is TriggerType {
  return (TRIGGER_TYPES as readonly string[]).includes(type);
}

/**
 * Returns the fields of a trigger's configuration that are set. A null field or a blank condition counts as omitted. The
 * secret is stored elsewhere.
 */
export function givenConfig(config: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(config).filter(
      ([name, value]) => value !== null && name !== 'secret' && !(name === 'condition' && isBlank(value)),
    ),
  );
}

function isBlank(value: Json): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** Lists the problems of a trigger. */
export function triggerProblems(type: string, config: JsonObject, unknown: JsonObject = {}): Problem[] {
  const other = unknownFields(unknown, ['type', 'config'], 'trigger');
  if (!isTriggerType(type)) {
    return [...other, { path: 'trigger.type', message: `must be one of ${TRIGGER_TYPES.join(', ')}` }];
  }
  const problems = [
    ...unknownFields(config, Object.keys(TRIGGER_SCHEMAS[type].properties)),
    ...CHECKS[type](config),
  ];
  return [...other, ...problems.map(({ path, message }) => ({ path: `trigger.config.${path}`, message }))];
}

const CHECKS: { readonly [Type in TriggerType]: (config: JsonObject) => Problem[] } = {
  manual: () => [],
  schedule: ({ cron, timezone, calendarId, onlyWhen }) => [
    ...(typeof cron === 'string' ? textProblems('cron', cronFault(cron)) : [missing('cron', 'a text')]),
    ...(timezone === undefined || isTimeZone(timezone)
      ? []
      : [{ path: 'timezone', message: 'must be an IANA time zone such as Europe/London' }]),
    ...(calendarId === undefined || isRecordId(calendarId)
      ? []
      : [{ path: 'calendarId', message: 'must be the id of a calendar' }]),
    ...onlyWhenProblems(onlyWhen, calendarId),
  ],
  sun: ({ event, offsetMinutes }) => [
    ...((SUN_EVENTS as readonly unknown[]).includes(event)
      ? []
      : [{ path: 'event', message: `must be one of ${SUN_EVENTS.join(', ')}` }]),
    ...(offsetMinutes === undefined || isOffset(offsetMinutes) ? [] : [offsetProblem]),
  ],
  webhook: ({ allowedIps, headers, signature }) => [
    ...(allowedIps === undefined
      ? []
      : listProblems('allowedIps', allowedIps, {
          min: 0,
          faultOf: (entry) =>
            isNetwork(entry) ? null : 'must be an IP address or a CIDR block such as 10.0.0.0/8',
        })),
    ...(headers === undefined ? [] : listProblems('headers', headers, { min: 0, faultOf: headerFault })),
    ...(signature === undefined ? [] : signatureProblems(signature)),
  ],
  state_change: (config) => [
    ...listProblems('watch', config.watch, { min: 1, faultOf: patternFault }),
    ...conditionProblems(config.condition, CONDITION_NAMES.state_change),
    ...holdProblems(config),
  ],
  event: ({ event, condition }) => [
    ...(isInternalEvent(event)
      ? []
      : [{ path: 'event', message: `must be one of ${INTERNAL_EVENTS.join(', ')}` }]),
    ...conditionProblems(condition, CONDITION_NAMES.event),
  ],
};

const offsetProblem: Problem = {
  path: 'offsetMinutes',
  message: `must be a whole number from -${MAX_OFFSET_MINUTES} to ${MAX_OFFSET_MINUTES}`,
};

function isOffset(value: Json): boolean {
  return Number.isInteger(value) && Math.abs(Number(value)) <= MAX_OFFSET_MINUTES;
}

function onlyWhenProblems(onlyWhen: Json | undefined, calendarId: Json | undefined): Problem[] {
  if (onlyWhen === undefined) return [];
  if (onlyWhen !== 'open' && onlyWhen !== 'closed') return [missing('onlyWhen', 'open or closed')];
  return calendarId === undefined
    ? [{ path: 'calendarId', message: 'is required if `onlyWhen` is set' }]
    : [];
}

function conditionProblems(condition: Json | undefined, names: readonly string[]): Problem[] {
  if (condition === undefined) return [];
  if (typeof condition !== 'string') return [missing('condition', 'an expression')];
  if (condition.length > MAX_CONDITION) {
    return [{ path: 'condition', message: `must not be longer than ${MAX_CONDITION} characters` }];
  }
  return textProblems('condition', conditionFault(condition, names));
}

function listProblems(
  path: string,
  list: Json | undefined,
  { min, faultOf }: { min: number; faultOf: (entry: Json) => string | null },
): Problem[] {
  if (!Array.isArray(list) || list.length < min || list.length > MAX_ENTRIES) {
    return [{ path, message: `must be a list of ${min} to ${MAX_ENTRIES} texts` }];
  }
  return list.flatMap((entry, index) => textProblems(`${path}[${index}]`, faultOf(entry)));
}

function patternFault(pattern: Json): string | null {
  const fits = typeof pattern === 'string' && pattern !== '' && pattern.length <= MAX_PATTERN;
  return fits ? null : `must be a point's code of 1 to ${MAX_PATTERN} characters; * matches any characters`;
}

function textProblems(path: string, message: string | null): Problem[] {
  return message === null ? [] : [{ path, message }];
}

function missing(path: string, what: string): Problem {
  return { path, message: `must be ${what}` };
}
