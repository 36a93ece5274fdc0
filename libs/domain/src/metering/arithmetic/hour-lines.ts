import type { HourRow } from './hour-rows';

/*
 * A line contains eleven integers with commas between them: the meter's id, the start of the hour in milliseconds, the
 * cuts, then the covered milliseconds and the energies of the four quarters. An energy is empty if nothing was measured.
 */
const INTEGERS = 11;
const [METER, HOUR, CUTS, COVERED, ENERGY] = [0, 1, 2, 3, 7];
const [CR, COMMA, MINUS, ZERO] = [0x0d, 0x2c, 0x2d, 0x30];

/**
 * Stored hours as lines of text, which the database writes faster than rows. They are read one at a time into shared
 * memory, because an export reads millions of them.
 */
export class HourLines {
  private readonly integers = new Float64Array(INTEGERS);
  private at = 0;

  constructor(private readonly lines: Buffer) {}

  /** Returns a reader that begins at the first line again. */
  again(): HourLines {
    return new HourLines(this.lines);
  }

  /** Reads the next line. Returns false after the last one. */
  next(): boolean {
    const { lines, integers } = this;
    if (this.at >= lines.length) return false;
    integers.fill(Number.NaN);
    let index = 0;
    for (;;) {
      index = this.readInteger(index);
      const end = lines[this.at++];
      if (end === COMMA) continue;
      // A line feed follows.
      if (end === CR) this.at++;
      return true;
    }
  }

  get meterId(): number {
    return this.integers[METER] ?? 0;
  }

  /** Start of the hour. */
  get hourMs(): number {
    return this.integers[HOUR] ?? 0;
  }

  get cuts(): number {
    return this.integers[CUTS] ?? 0;
  }

  /** The measured milliseconds of a quarter. */
  coveredMs(quarter: number): number {
    return this.integers[COVERED + quarter] ?? 0;
  }

  /** The milliwatt-hours of a quarter; null if nothing was measured. */
  energyMwh(quarter: number): number | null {
    const energy = this.integers[ENERGY + quarter] ?? Number.NaN;
    return Number.isNaN(energy) ? null : energy;
  }

  /** The rows of the remaining lines, by the meter's id. */
  rowsByMeter(): Map<number, HourRow[]> {
    const byMeter = new Map<number, HourRow[]>();
    while (this.next()) {
      const rows = byMeter.get(this.meterId) ?? [];
      byMeter.set(this.meterId, rows);
      rows.push(this.row());
    }
    return byMeter;
  }

  private row(): HourRow {
    return {
      hourMs: this.hourMs,
      energyMwh: [this.energyMwh(0), this.energyMwh(1), this.energyMwh(2), this.energyMwh(3)],
      coveredMs: [this.coveredMs(0), this.coveredMs(1), this.coveredMs(2), this.coveredMs(3)],
      cuts: this.cuts,
    };
  }

  /**
   * Reads the digits up to the next separator. Splitting the text and converting the parts takes five times as long.
   * @returns the index of the next integer
   */
  private readInteger(index: number): number {
    const { lines } = this;
    const isNegative = lines[this.at] === MINUS;
    const start = isNegative ? this.at + 1 : this.at;
    let integer = 0;
    let at = start;
    for (let digit = lines[at] ?? 0; digit >= ZERO; digit = lines[++at] ?? 0)
      integer = integer * 10 + (digit - ZERO);
    if (at > start) this.integers[index] = isNegative ? -integer : integer;
    this.at = at;
    return index + 1;
  }
}
