import { type LogFn, type Logger, pino } from 'pino';
import { CAUSE_LIMITS, REPEAT_LIMITS, RepeatLimiter } from './repeat-limiter';

const MESSAGE_CHARACTERS = 200;

const { warn, error } = pino.levels.values;

/**
 * Limits repeated lines. Lines have the same cause if they have the same context, text, error code and error message.
 * Numbers in error messages are ignored. Few lines of a cause are written for the same execution, workflow or job, and
 * more in total: during an outage, each execution under way may fail. A line with the field `security` is always
 * written, so that an attack cannot hide among repeated lines.
 */
export function limitRepeats() {
  const [causes, records] = [new RepeatLimiter(CAUSE_LIMITS), new RepeatLimiter(REPEAT_LIMITS)];
  return function log(this: Logger, line: Parameters<LogFn>, write: LogFn, level: number): void {
    const [first, second] = line as unknown[];
    const fields = fieldsOf(first);
    if ((level !== warn && level !== error) || fields.security !== undefined) return write.apply(this, line);
    const text = typeof first === 'string' ? first : second;
    const { context, executionId, workflowId, jobId, err } = fields;
    const cause = [context, text, err?.code ?? err?.name, withoutNumbers(err?.message)].join('|');
    const record = [cause, executionId, workflowId, jobId].join('|');
    const summarize = (repeated: number): void =>
      write.apply(this, [{ ...fields, repeated }, typeof text === 'string' ? text : undefined]);
    // The summary of a record is a line with this cause, too. If it is suppressed, its lines are counted for the cause.
    const summarizeRecord = (repeated: number): void => {
      if (causes.admit(cause, summarize, repeated)) summarize(repeated);
    };
    if (records.admit(record, summarizeRecord) && causes.admit(cause, summarize)) write.apply(this, line);
  };
}

/** Removes numbers from a message, because ports, ids and counts differ between messages about the same cause. */
function withoutNumbers(message: unknown): string {
  return typeof message === 'string' ? message.slice(0, MESSAGE_CHARACTERS).replace(/\d+/g, '0') : '';
}

function fieldsOf(first: unknown): Fields {
  if (first instanceof Error) return { err: first };
  return typeof first === 'object' && first !== null ? first : {};
}

interface Fields {
  context?: string;
  security?: unknown;
  executionId?: unknown;
  workflowId?: unknown;
  jobId?: unknown;
  err?: { code?: unknown; name?: unknown; message?: unknown } | null;
}
