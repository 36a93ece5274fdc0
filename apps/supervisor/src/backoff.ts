const FIRST_MS = 500;
const LONGEST_MS = 30_000;
/** What ran as long as this is taken to be sound: its next failure counts as the first. */
const SOUND_MS = 60_000;

/** How long to wait before something that ended is started again: longer each time that it fails soon. */
export class Backoff {
  private failures = 0;

  /** @param ranMs how long it ran before it ended */
  nextDelayMs(ranMs: number): number {
    if (ranMs >= SOUND_MS) this.failures = 0;
    return Math.min(FIRST_MS * 2 ** this.failures++, LONGEST_MS);
  }
}
