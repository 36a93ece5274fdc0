const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Target number of readings per window. Fewer readings are not worth a transaction, and more would make it slow. */
const WISHED_READINGS = { fewest: 8000, most: 24_000 };
const SHORTEST_MS = HOUR_MS;
const LONGEST_MS = 366 * DAY_MS;
const FIRST_MS = 2 * DAY_MS;
const MOST_WIDENING = 16;

/** The length of the next window of history. It adapts to the density of a meter's readings. */
export class HistoryWindow {
  private lengthMs = FIRST_MS;

  /** Returns the end of the window that starts at `startMs`, at most `limitMs`. */
  endOf(startMs: number, limitMs: number): number {
    return Math.min(startMs + this.lengthMs, limitMs);
  }

  /** Adapts the length of the next window. `readings` is the number of readings in the last window. */
  held(readings: number): void {
    if (readings > WISHED_READINGS.most) this.narrow();
    else if (readings < WISHED_READINGS.fewest) this.widen(readings);
  }

  /**
   * Widens the next window towards the target number of readings. The factor is limited, because later history may be
   * denser.
   */
  private widen(readings: number): void {
    const wished = readings === 0 ? 2 : WISHED_READINGS.fewest / readings;
    this.lengthMs = Math.min(this.lengthMs * Math.min(wished, MOST_WIDENING), LONGEST_MS);
  }

  /**
   * Shortens the next window, because the last one was too long for the gateway.
   * @returns false if it cannot be shorter
   */
  narrow(): boolean {
    if (this.lengthMs <= SHORTEST_MS) return false;
    this.lengthMs = Math.max(this.lengthMs / 4, SHORTEST_MS);
    return true;
  }
}
