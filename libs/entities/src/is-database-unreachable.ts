import { OutcomeUnknown } from './outcome-unknown';

/** Error codes of the drivers and the operating system for a server that is absent or overloaded. */
const UNREACHABLE = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // Codes of PostgreSQL: connection failure, too many connections, server is shutting down or starting, statement
  // timeout.
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
  // Codes of MySQL and MariaDB.
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_QUERY_TIMEOUT',
  // Error numbers for which the driver has no name: connection killed, statement timeout, idle timeout.
  1927,
  1969,
  4031,
]);

/** Messages of driver errors that have no code. */
const UNREACHABLE_MESSAGE =
  /^(Error: )?(Connection terminated|timeout exceeded when trying to connect|(Client has encountered a connection error|Client was closed) and is not queryable|Query read timeout|Can't add new command when connection is in closed state)/;

/**
 * Returns true if a query failed because the database was unreachable, overloaded or stopping. The next query may
 * succeed.
 */
export function isDatabaseUnreachable(error: unknown): boolean {
  // `instanceof Error` cannot be used, because an error of the operating system may come from another realm.
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof OutcomeUnknown) return true;
  const { code, errno, message, driverError, errors } = error as Record<string, unknown>;
  return (
    UNREACHABLE.has(code) ||
    UNREACHABLE.has(errno) ||
    UNREACHABLE_MESSAGE.test(String(message)) ||
    isDatabaseUnreachable(driverError) ||
    // If a host has several addresses, a failed connection attempt reports one error for each address.
    (Array.isArray(errors) && errors.some(isDatabaseUnreachable))
  );
}
