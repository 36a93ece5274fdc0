/**
 * Returns the reason of an error as one log line. The message alone is not enough: it is empty if a host has several
 * addresses and all of them refuse the connection.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error && String(error.code)) || error.name;
}
