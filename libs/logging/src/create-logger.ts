import { currentRequestId, maskSecrets } from '@app/kernel';
import { type DestinationStream, type Level, type Logger, destination, pino } from 'pino';
import { describeError } from './describe-error';

/**
 * The log of a process: JSON lines on standard output, each with the id of the request that caused it. Secrets are
 * masked, and errors are reduced by `describeError`.
 */
export function createLogger(
  level: Level | 'silent',
  // Asynchronous, so that a slow reader does not block the process. Lines are written in batches, shortly after they
  // were logged; the rest is flushed at exit.
  output: DestinationStream = destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 50 }),
): Logger {
  return pino(
    {
      level,
      base: null,
      formatters: { log: (fields) => maskSecrets(fields) },
      serializers: { err: describeError },
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === undefined ? {} : { requestId };
      },
    },
    output,
  );
}
