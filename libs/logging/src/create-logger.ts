import { currentRequestId } from '@app/kernel';
import { type DestinationStream, type Level, type Logger, destination, pino } from 'pino';
import { describeError } from './describe-error';

const SECRETS = [
  'password',
  'currentPassword',
  'newPassword',
  'token',
  'accessToken',
  'refreshToken',
  'authorization',
  'cookie',
  'secret',
];
const REDACTED = [
  ...SECRETS.flatMap((name) => [name, `*.${name}`]),
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
];

/**
 * The log of a process: JSON lines on standard output, each with the id of the request that caused it. Fields with
 * known names of secrets are masked, and errors are reduced by `describeError`.
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
      redact: { paths: REDACTED, censor: '[redacted]' },
      serializers: { err: describeError },
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === undefined ? {} : { requestId };
      },
    },
    output,
  );
}
