/**
 * Returns the reason of an error as one log line. If a name has several addresses and all refuse the connection, the
 * error's message is empty.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error && String(error.code)) || error.name;
}
