import { currentRequestId, maskSecrets } from '@app/kernel';
import { type DestinationStream, type Level, type Logger, destination, pino } from 'pino';
import { describeError } from './describe-error';
import { limitRepeats } from './limit-repeats';
import { RepeatLimiter } from './repeat-limiter';

const BATCH_BYTES = 64 * 1024;
/** Maximum delay of a line. */
const BATCH_MS = 100;

/**
 * The log of a process: JSON lines on standard output, each with the id of the request that caused it. Secrets are
 * masked, and errors are reduced by `describeError`. If warnings or errors repeat, only the first few of each minute
 * are written. At the end of the minute, the last one is written with their number in `repeated`.
 */
export function createLogger(level: Level | 'silent', output: DestinationStream = batchedOutput()): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { log: (fields) => maskSecrets(fields) },
      serializers: { err: describeError },
      hooks: { logMethod: limitRepeats(new RepeatLimiter()) },
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === undefined ? {} : { requestId };
      },
    },
    output,
  );
}

/**
 * Standard output, written asynchronously, so that a slow reader does not stop the process. Lines are written in
 * batches, because each write wakes a thread. The `periodicFlush` of pino is not used, because it also writes when
 * there are no lines. The last lines are written at exit.
 */
function batchedOutput(): DestinationStream & { flushSync(): void } {
  const output = destination({ dest: 1, sync: false, minLength: BATCH_BYTES, maxWrite: 2 * BATCH_BYTES });
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    // During a write, a flush does nothing. Its callback runs after that write and flushes the lines added meanwhile.
    output.flush((error) => {
      if (!error) output.flush();
    });
  };
  return {
    write: (line) => {
      output.write(line);
      timer ??= setTimeout(flush, BATCH_MS).unref();
    },
    // pino calls this after a line of level fatal.
    flushSync: () => output.flushSync(),
  };
}
