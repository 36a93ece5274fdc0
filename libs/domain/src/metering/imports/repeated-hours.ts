interface Entry {
  index: number;
  firstMs: number;
  secondMs: number;
}

/**
 * Finds the instants of local times that the clocks show twice. When the clocks are set back, a file contains the
 * repeated hour twice. The order of its lines shows where the second pass of the hour begins.
 */
export class RepeatedHours {
  /** The readings of each repeated hour in file order. The key is the instant of the clock change. */
  private readonly entries = new Map<number, Entry[]>();

  add(index: number, firstMs: number, repeated: { atMs: number; changeMs: number }): void {
    const entry = { index, firstMs, secondMs: repeated.atMs };
    const entries = this.entries.get(repeated.changeMs);
    if (entries) entries.push(entry);
    else this.entries.set(repeated.changeMs, [entry]);
  }

  /**
   * Corrects the instants of all second passes.
   * @param atMs the instants of the file, computed as if each time in a repeated hour belonged to the first pass
   */
  settle(atMs: number[]): void {
    if (this.entries.size === 0) return;
    const isNewestFirst = descends(atMs);
    for (const entries of this.entries.values()) {
      for (const { index, secondMs } of secondPass(entries, isNewestFirst)) atMs[index] = secondMs;
    }
  }
}

/**
 * Returns the readings of the second pass. The boundary between the two passes is the first line whose local time
 * breaks the order of the lines before it.
 */
function secondPass(entries: readonly Entry[], isNewestFirst: boolean): readonly Entry[] {
  const change = entries.findIndex(({ firstMs }, index) => {
    const previousMs = entries[index - 1]?.firstMs;
    if (previousMs === undefined) return false;
    return isNewestFirst ? firstMs >= previousMs : firstMs <= previousMs;
  });
  if (change < 0) return [];
  return isNewestFirst ? entries.slice(0, change) : entries.slice(change);
}

/** True if most readings are older than the previous line's reading. */
function descends(atMs: readonly number[]): boolean {
  let balance = 0;
  for (const [index, ms] of atMs.entries()) balance += Math.sign(ms - (atMs[index - 1] ?? ms));
  return balance < 0;
}
