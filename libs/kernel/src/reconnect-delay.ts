const FIRST_MS = 100;
const LONGEST_MS = 2000;

/**
 * Exponential backoff between attempts to connect.
 * @param failures how many attempts have failed in a row
 */
export function reconnectDelayMs(failures: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(failures, 10), LONGEST_MS);
}
