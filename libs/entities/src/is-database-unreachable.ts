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
  // MySQL and MariaDB.
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_CON_COUNT_ERROR',
  'ER_SERVER_SHUTDOWN',
  'ER_QUERY_TIMEOUT',
]);

/** What the drivers say without giving it a code. */
const UNREACHABLE_MESSAGE =
  /^(Error: )?(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Can't add new command when connection is in closed state)/;

/** True where a query failed because the database was out of reach, overloaded or stopping: the next may succeed. */
export function isDatabaseUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseUnreachable)) return true;
  const { code, driverError } = error as { code?: unknown; driverError?: unknown };
  return (
    UNREACHABLE.has(code) || UNREACHABLE_MESSAGE.test(error.message) || isDatabaseUnreachable(driverError)
  );
}
