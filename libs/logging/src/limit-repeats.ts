import { type LogFn, type Logger, pino } from 'pino';
import type { RepeatLimiter } from './repeat-limiter';

const { warn, error } = pino.levels.values;

/** Lines are of one kind if their text, context and error code are the same. */
export function limitRepeats(limiter: RepeatLimiter) {
  return function log(this: Logger, line: Parameters<LogFn>, write: LogFn, level: number): void {
    if (level !== warn && level !== error) return write.apply(this, line);
    const [first, second] = line as unknown[];
    const text = typeof first === 'string' ? first : second;
    const fields = fieldsOf(first);
    const { context, err } = fields;
    const repeated = limiter.admit([context, text ?? err?.message, err?.code ?? err?.name].join('|'));
    if (repeated === 0) write.apply(this, line);
    else if (repeated !== null)
      write.apply(this, [{ ...fields, repeated }, typeof text === 'string' ? text : undefined]);
  };
}

function fieldsOf(first: unknown): Fields {
  if (first instanceof Error) return { err: first };
  return typeof first === 'object' && first !== null ? first : {};
}

interface Fields {
  context?: string;
  err?: { code?: unknown; name?: unknown; message?: unknown } | null;
}
