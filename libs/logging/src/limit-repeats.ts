import { type LogFn, type Logger, pino } from 'pino';
import type { RepeatLimiter } from './repeat-limiter';

const MESSAGE_CHARACTERS = 200;

const { warn, error } = pino.levels.values;

/** Lines are of one kind if their text, context, error code and error message, apart from numbers, are the same. */
export function limitRepeats(limiter: RepeatLimiter) {
  return function log(this: Logger, line: Parameters<LogFn>, write: LogFn, level: number): void {
    if (level !== warn && level !== error) return write.apply(this, line);
    const [first, second] = line as unknown[];
    const text = typeof first === 'string' ? first : second;
    const fields = fieldsOf(first);
    const { context, err } = fields;
    const repeated = limiter.admit(
      [context, text, err?.code ?? err?.name, withoutNumbers(err?.message)].join('|'),
    );
    if (repeated === 0) write.apply(this, line);
    else if (repeated !== null)
      write.apply(this, [{ ...fields, repeated }, typeof text === 'string' ? text : undefined]);
  };
}

/** Ports, ids and counts differ between messages about the same cause. */
function withoutNumbers(message: unknown): string {
  return typeof message === 'string' ? message.slice(0, MESSAGE_CHARACTERS).replace(/\d+/g, '0') : '';
}

function fieldsOf(first: unknown): Fields {
  if (first instanceof Error) return { err: first };
  return typeof first === 'object' && first !== null ? first : {};
}

interface Fields {
  context?: string;
  err?: { code?: unknown; name?: unknown; message?: unknown } | null;
}
