import { OutcomeUnknown } from './outcome-unknown';

/** Names that the drivers, and the operating system below them, give to a server that is not there or not able. */
const UNREACHABLE = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // PostgreSQL: connection failures, too many connections, shutting down or starting, statement took too long.
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  // PostgreSQL ended a session or a transaction that was idle for too long.
  '25P03',
  '57P05',
  // MySQL and MariaDB.
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_QUERY_TIMEOUT',
  // Numbers that the driver has no name for: connection killed, statement took too long, idle for too long.
  1927,
  1969,
  4031,
]);

/** What the drivers say without giving it a code. */
const UNREACHABLE_MESSAGE =
  /^(Error: )?(Connection terminated|timeout exceeded when trying to connect|(Client has encountered a connection error|Client was closed) and is not queryable|Query read timeout|Can't add new command when connection is in closed state)/;

/** True if a query failed because the database was out of reach, overloaded or stopping: the next may succeed. */
export function isDatabaseUnreachable(error: unknown): boolean {
  // Not `instanceof Error`: an error of the operating system may come from another realm.
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof OutcomeUnknown) return true;
  const { code, errno, message, driverError, errors } = error as Record<string, unknown>;
  return (
    UNREACHABLE.has(code) ||
    UNREACHABLE.has(errno) ||
    UNREACHABLE_MESSAGE.test(String(message)) ||
    isDatabaseUnreachable(driverError) ||
    // Several addresses were tried.
    (Array.isArray(errors) && errors.some(isDatabaseUnreachable))
  );
}
