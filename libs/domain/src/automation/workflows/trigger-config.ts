import { isNetwork, isRecordId, isTimeZone, type Message, say } from '@app/kernel';
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
    return [...other, { path: 'trigger.type', ...say('not_choice', { choices: TRIGGER_TYPES.join(', ') }) }];
  }
  const problems = [
    ...unknownFields(config, Object.keys(TRIGGER_SCHEMAS[type].properties)),
    ...CHECKS[type](config),
  ];
  return [...other, ...problems.map((problem) => ({ ...problem, path: `trigger.config.${problem.path}` }))];
}

const CHECKS: { readonly [Type in TriggerType]: (config: JsonObject) => Problem[] } = {
  manual: () => [],
  schedule: ({ cron, timezone, calendarId, onlyWhen }) => [
    ...(typeof cron === 'string' ? textProblems('cron', cronFault(cron)) : [missing('cron', say('a_text'))]),
    ...(timezone === undefined || isTimeZone(timezone)
      ? []
      : [{ path: 'timezone', ...say('not_time_zone') }]),
    ...(calendarId === undefined || isRecordId(calendarId)
      ? []
      : [{ path: 'calendarId', ...say('not_calendar_id') }]),
    ...onlyWhenProblems(onlyWhen, calendarId),
  ],
  sun: ({ event, offsetMinutes }) => [
    ...((SUN_EVENTS as readonly unknown[]).includes(event)
      ? []
      : [{ path: 'event', ...say('not_choice', { choices: SUN_EVENTS.join(', ') }) }]),
    ...(offsetMinutes === undefined || isOffset(offsetMinutes) ? [] : [offsetProblem]),
  ],
  webhook: ({ allowedIps, headers, signature }) => [
    ...(allowedIps === undefined
      ? []
      : listProblems('allowedIps', allowedIps, {
          min: 0,
          faultOf: (entry) => (isNetwork(entry) ? null : say('not_network', { example: '10.0.0.0/8' })),
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
      : [{ path: 'event', ...say('not_choice', { choices: INTERNAL_EVENTS.join(', ') }) }]),
    ...conditionProblems(condition, CONDITION_NAMES.event),
  ],
};

const offsetProblem: Problem = {
  path: 'offsetMinutes',
  ...say('not_whole_within', { least: -MAX_OFFSET_MINUTES, most: MAX_OFFSET_MINUTES }),
};

function isOffset(value: Json): boolean {
  return Number.isInteger(value) && Math.abs(Number(value)) <= MAX_OFFSET_MINUTES;
}

function onlyWhenProblems(onlyWhen: Json | undefined, calendarId: Json | undefined): Problem[] {
  if (onlyWhen === undefined) return [];
  if (onlyWhen !== 'open' && onlyWhen !== 'closed')
    return [{ path: 'onlyWhen', ...say('not_open_or_closed') }];
  return calendarId === undefined ? [{ path: 'calendarId', ...say('calendar_required') }] : [];
}

function conditionProblems(condition: Json | undefined, names: readonly string[]): Problem[] {
  if (condition === undefined) return [];
  if (typeof condition !== 'string') return [missing('condition', say('an_expression'))];
  if (condition.length > MAX_CONDITION) {
    return [{ path: 'condition', ...say('too_long', { most: MAX_CONDITION }) }];
  }
  return textProblems('condition', conditionFault(condition, names));
}

function listProblems(
  path: string,
  list: Json | undefined,
  { min, faultOf }: { min: number; faultOf: (entry: Json) => Message | null },
): Problem[] {
  if (!Array.isArray(list) || list.length < min || list.length > MAX_ENTRIES) {
    return [{ path, ...say('not_list_of_texts', { least: min, most: MAX_ENTRIES }) }];
  }
  return list.flatMap((entry, index) => textProblems(`${path}[${index}]`, faultOf(entry)));
}

function patternFault(pattern: Json): Message | null {
  const fits = typeof pattern === 'string' && pattern !== '' && pattern.length <= MAX_PATTERN;
  return fits ? null : say('not_point_pattern', { most: MAX_PATTERN });
}

function textProblems(path: string, fault: Message | null): Problem[] {
  return fault === null ? [] : [{ path, ...fault }];
}

function missing(path: string, wanted: Message): Problem {
  return { path, ...say('wrong_type', { wanted }) };
}
