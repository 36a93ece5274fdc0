const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** A process that has run this long counts as healthy. After its next failure, the shortest delay applies again. */
const SOUND_MS = 60_000;

/** Exponential backoff before an ended process is restarted. */
export class Backoff {
  private failures = 0;

  /** @param ranMs how long the process ran before it ended */
  nextDelayMs(ranMs: number): number {
    if (ranMs >= SOUND_MS) this.failures = 0;
    return Math.min(FIRST_MS * 2 ** this.failures++, LONGEST_MS);
  }
}
