const FIRST_MS = 100;
const LONGEST_MS = 2000;

/**
 * Returns the delay before the next connection attempt, with exponential backoff.
 * @param failures number of consecutive failed attempts
 */
export function reconnectDelayMs(failures: number): number {
  return Math.min(FIRST_MS * 2 ** Math.min(failures, 10), LONGEST_MS);
}
