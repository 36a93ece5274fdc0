const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A window should hold about this many readings: enough to be worth a transaction, few enough to be quick. */
const WISHED_READINGS = { fewest: 8000, most: 24_000 };
const SHORTEST_MS = HOUR_MS;
const LONGEST_MS = 366 * DAY_MS;
const FIRST_MS = 2 * DAY_MS;
const MOST_WIDENING = 16;

/** How much history to ask for at once: learns from what came how dense a meter's readings lie. */
export class HistoryWindow {
  private lengthMs = FIRST_MS;

  /** The end of the window that begins at `startMs`, at most `limitMs`. */
  endOf(startMs: number, limitMs: number): number {
    return Math.min(startMs + this.lengthMs, limitMs);
  }

  /** Tells how many readings the last window held. */
  held(readings: number): void {
    if (readings > WISHED_READINGS.most) this.narrow();
    else if (readings < WISHED_READINGS.fewest) this.widen(readings);
  }

  /** To what would hold as many as wished, but step by step, for history may lie denser further on. */
  private widen(readings: number): void {
    const wished = readings === 0 ? 2 : WISHED_READINGS.fewest / readings;
    this.lengthMs = Math.min(this.lengthMs * Math.min(wished, MOST_WIDENING), LONGEST_MS);
  }

  /** Tells that the last window was too long for the gateway. False where it cannot be shorter. */
  narrow(): boolean {
    if (this.lengthMs <= SHORTEST_MS) return false;
    this.lengthMs = Math.max(this.lengthMs / 4, SHORTEST_MS);
    return true;
  }
}
