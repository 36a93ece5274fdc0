import { jsonExcess, say } from '@app/kernel';
import { isObject, primitiveOf } from './conversions';
import { MAX_TEXT_LENGTH, MAX_VALUE_DEPTH, type ExpressionRun } from './expression-run';
import { listed, type FunctionRow, type ListedFunction } from './listed-function';

type Call = ListedFunction['call'];

/** An ISO 8601 date, which JavaScript reads as UTC. */
const ISO_DATE = /^([+-]\d{6}|\d{4})(-\d\d(-\d\d)?)?$/;
const ISO_INSTANT = /^([+-]\d{6}|\d{4})(-\d\d(-\d\d)?)?T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

const MAX_DATE_LENGTH = 100;

function parsed(run: ExpressionRun, text: string): number {
  if (text.length > MAX_DATE_LENGTH) run.fail(say('long_date', { most: MAX_DATE_LENGTH }));
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || ISO_DATE.test(text) || ISO_INSTANT.test(text)) return ms;
  return run.fail(say('date_form'));
}

/**
 * Returns the milliseconds since 1970 of an instant, which is a number, a date or an ISO 8601 text with a time zone.
 */
export function instantMs(run: ExpressionRun, value: unknown): number {
  const given = value instanceof Date ? value.getTime() : value;
  const ms = typeof given === 'string' ? parsed(run, given) : given;
  // Dates in JavaScript lie within this bound.
  if (typeof ms === 'number' && Math.abs(ms) <= 8.64e15) return Math.trunc(ms);
  return run.fail(say('instant_form'));
}

const newDate: Call = (run, _, args) => {
  if (args.length === 0) return new Date(run.nowMs);
  const value = primitiveOf(run, args[0], 'number');
  return new Date(typeof value === 'string' ? parsed(run, value) : Number(value));
};

const now: Call = (run) => run.nowMs;

const parseJson: Call = (run, _, [text]) => {
  const source = String(text);
  run.characters(source.length);
  run.spend(source.length >> 3);
  const excess = jsonExcess(source);
  if (excess !== null) run.fail(say('json_excess', { reason: excess }));
  try {
    return JSON.parse(source);
  } catch {
    // The original message quotes a part of the text, which may be a secret.
    return run.fail(say('invalid_json'));
  }
};

/** Returns a lower bound for the length of a value as JSON text, without serializing the value. */
function measure(run: ExpressionRun, value: unknown, indent: number, depth = 0): number {
  if (typeof value === 'string') return value.length + 2;
  if (!isObject(value) || value instanceof Date) return 1;
  if (depth > MAX_VALUE_DEPTH) run.fail(say('value_too_deep'));
  const entries = Array.isArray(value)
    ? value.map((element): [string, unknown] => ['', element])
    : Object.entries(value);
  run.elements(entries.length);
  let length = 2;
  for (const [key, element] of entries) {
    length += key.length + indent * (depth + 1) + measure(run, element, indent, depth + 1);
    if (length > MAX_TEXT_LENGTH) run.characters(length);
  }
  return length;
}

function indentOf(space: unknown): number {
  const width =
    typeof space === 'string' ? space.length : typeof space === 'number' ? Math.trunc(space) || 0 : 0;
  return Math.max(0, Math.min(10, width));
}

const stringify: Call = (run, _, [value, , space]) => {
  run.characters(measure(run, value, indentOf(space)));
  const text: string | undefined = JSON.stringify(value, null, space as string | number | undefined);
  run.characters(text?.length ?? 0);
  return text;
};

const dateRows: readonly FunctionRow[] = [
  [
    'now() → number',
    'Returns the time at which the node run or the check of a condition began, in milliseconds since 1970.',
    [],
    now,
  ],
  ['Date.now() → number', 'Like now.', [], now],
  [
    'Date.parse(text) → number',
    'Converts an ISO 8601 text to milliseconds since 1970.',
    ['text'],
    (run, _, [text]) => parsed(run, String(text)),
  ],
  [
    'Date.UTC(year, month?, day?, hour?, minute?, second?, millisecond?) → number',
    'Returns the milliseconds since 1970 of a date and time in UTC. Month 0 is January.',
    ['number', 'number', 'number', 'number', 'number', 'number', 'number'],
    (_run, _, args) => Reflect.apply(Date.UTC, undefined, args as number[]),
  ],
  [
    'new Date(value?) → date',
    'Creates a date from milliseconds since 1970 or an ISO 8601 text. Without an argument, the date is the ' +
      'time of now().',
    ['any'],
    newDate,
  ],
];

const jsonRows: readonly FunctionRow[] = [
  ['JSON.parse(text) → any', 'Converts a JSON text to a value.', ['text'], parseJson],
  [
    'JSON.stringify(value, null?, indent?) → text',
    'Converts a value to a JSON text. With an indent, the text has several lines.',
    ['any', 'nothing', 'any'],
    stringify,
  ],
];

export const DATE_AND_JSON_FUNCTIONS = [...dateRows, ...jsonRows].map(listed);
