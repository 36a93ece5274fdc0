/** Errors with which MySQL and MariaDB end a connection: server shutdown, connection killed, idle for too long. */
const ENDS_CONNECTION = new Set<unknown>([1053, 1927, 4031]);

/**
 * SQLSTATEs with which PostgreSQL ends a session: connection exceptions, shutdown, crash, start-up, idle for too
 * long.
 */
const ENDS_SESSION = /^(08...|57P0[1235]|25P03)$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Returns true if the server refused the statement and keeps the connection open. The statement was then rolled back.
 */
export function isRefusal(error: unknown): boolean {
  const { severity, code, sqlState, errno } = error as Record<string, unknown>;
  // Only PostgreSQL errors have a severity. The text of the severity cannot be compared, because PostgreSQL translates
  // it. The code alone is not enough, because an error code of the operating system may look like an SQLSTATE.
  if (severity !== undefined) return SQLSTATE.test(String(code)) && !ENDS_SESSION.test(String(code));
  return sqlState !== undefined && !ENDS_CONNECTION.has(errno);
}
