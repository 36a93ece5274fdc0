import { currentRequestId, maskSecrets } from '@app/kernel';
import { type DestinationStream, type Level, type Logger, destination, pino } from 'pino';
import { describeError } from './describe-error';
import { limitRepeats } from './limit-repeats';

const BATCH_BYTES = 64 * 1024;
/** Maximum delay of a line in milliseconds. */
const BATCH_MS = 100;

/**
 * Creates the log of a process. It writes JSON lines to standard output, each with the id of the request that caused
 * it. Secrets are masked, and `describeError` reduces errors to their loggable fields. If a warning or an error is
 * repeated, only the first few lines of each minute are written. At the end of the minute, the last line is written
 * with the number of suppressed lines in `repeated`.
 */
export function createLogger(level: Level | 'silent', output: DestinationStream = batchedOutput()): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { log: (fields) => maskSecrets(fields) },
      serializers: { err: describeError },
      hooks: { logMethod: limitRepeats() },
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === undefined ? {} : { requestId };
      },
    },
    output,
  );
}

/**
 * Opens standard output. It is written asynchronously, so that a slow reader does not stop the process. Lines are
 * written in batches, because each write wakes a thread. The option `periodicFlush` of pino is not used, because it
 * also writes when there are no lines. The last lines are written when the process exits.
 */
function batchedOutput(): DestinationStream & { flushSync(): void } {
  const output = destination({ dest: 1, sync: false, minLength: BATCH_BYTES, maxWrite: 2 * BATCH_BYTES });
  const flushSync = output.flushSync.bind(output);
  // A parent that was killed no longer reads the output. Without a reader, this flush would repeat its write forever,
  // and the process would never end.
  const hasParent = process.connected;
  output.flushSync = () => {
    if (!hasParent || process.connected) flushSync();
  };
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    timer = undefined;
    // While a write is active, `flush` writes nothing. Its callback runs when the active write has ended, and flushes
    // the lines that were added in the meantime.
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
