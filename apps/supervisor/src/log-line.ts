import { styleText } from 'node:util';

const LEVELS: [number, string, Parameters<typeof styleText>[0]][] = [
  [60, 'FATAL', 'red'],
  [50, 'ERROR', 'red'],
  [40, 'WARN', 'yellow'],
  [30, 'INFO', 'cyan'],
  [20, 'DEBUG', 'gray'],
  [0, 'TRACE', 'gray'],
];
/** Width of the longest process name. */
const NAME_WIDTH = 11;

interface LogRecord {
  level: number;
  time: number | string;
  msg?: unknown;
  context?: unknown;
  err?: { message?: unknown; stack?: unknown };
  req?: { method?: unknown; url?: unknown };
  res?: { statusCode?: unknown };
  responseTime?: unknown;
  [field: string]: unknown;
}

const SHOWN_OTHERWISE = new Set([
  'level',
  'time',
  'pid',
  'hostname',
  'msg',
  'context',
  'err',
  'req',
  'res',
  'responseTime',
]);

/** Formats a log line for people. A JSON line of pino becomes readable text. Any other line is shown unchanged. */
export function readableLine(name: string, line: string, colours: boolean): string {
  const record = parse(line);
  if (!record) return `${clock(Date.now())} ${name.padEnd(NAME_WIDTH)} ${harmless(line)}`;

  const [, label, colour] = LEVELS.find(([from]) => record.level >= from) ?? LEVELS[LEVELS.length - 1] ?? [];
  const level = (label ?? '').padEnd(5);
  const parts = [
    clock(record.time),
    name.padEnd(NAME_WIDTH),
    colours && colour ? styleText(colour, level) : level,
    ...(record.context ? [`[${text(record.context)}]`] : []),
    ...(record.msg === undefined ? [] : [text(record.msg)]),
    ...request(record),
    ...Object.entries(record)
      .filter(([field, value]) => !SHOWN_OTHERWISE.has(field) && value !== undefined)
      .map(([field, value]) => `${text(field)}=${text(value)}`),
  ];
  return parts.join(' ') + errorLines(record);
}

function parse(line: string): LogRecord | null {
  if (!line.startsWith('{')) return null;
  try {
    const record = JSON.parse(line) as LogRecord;
    return typeof record.level === 'number' && record.time !== undefined ? record : null;
  } catch {
    return null;
  }
}

function request({ req, res, responseTime }: LogRecord): string[] {
  if (!req) return [];
  const took = typeof responseTime === 'number' ? ` ${Math.round(responseTime)} ms` : '';
  return [`${text(req.method)} ${text(req.url)} ${text(res?.statusCode ?? '')}${took}`];
}

function errorLines({ err, msg }: LogRecord): string {
  if (!err) return '';
  const shown = typeof err.stack === 'string' ? err.stack : err.message === msg ? '' : text(err.message);
  return shown
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `\n    ${harmless(line)}`)
    .join('');
}

function text(value: unknown): string {
  return harmless(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Escapes external text in a log line, so that it can neither control the terminal nor look like a separate line. */
function harmless(value: string): string {
  return value.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    if (character === '\t') return character;
    if (character === '\n') return '\\n';
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function clock(time: number | string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '--:--:--' : date.toTimeString().slice(0, 8);
}
