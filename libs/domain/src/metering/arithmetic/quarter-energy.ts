import type { Bucket } from './calendar';
import type { HourLines } from './hour-lines';
import { floorHour } from './hour-rows';
import { HOUR_MS, QUARTER_MS } from './meter-arithmetic';

const QUARTERS = HOUR_MS / QUARTER_MS;

/**
 * The energy of a sum of meters by quarters of an hour. A quarter is known if every meter measured all of it. The sums
 * up to each quarter are kept, so the energy of any stretch takes two look-ups.
 */
export class QuarterEnergy {
  private readonly firstMs: number;
  /** The energy of each quarter in whole milliwatt-hours; NaN if it is not known. */
  private readonly energies: Float64Array;
  /** The energy of all known quarters before each quarter, and their number. */
  private readonly sums: Float64Array;
  private readonly counts: Uint32Array;

  /** @param hours the summed hours of the meters, see `summedHourLines`; at least those of the range */
  constructor({ startMs, endMs }: Bucket, hours: HourLines, meterCount: number) {
    this.firstMs = floorHour(startMs);
    const length = Math.max(0, Math.ceil((endMs - this.firstMs) / QUARTER_MS));
    this.energies = new Float64Array(length).fill(Number.NaN);
    this.sums = new Float64Array(length + 1);
    this.counts = new Uint32Array(length + 1);
    while (hours.next()) {
      const first = (hours.hourMs - this.firstMs) / QUARTER_MS;
      if (hours.meterId !== meterCount || first < 0) continue;
      for (let quarter = 0; quarter < QUARTERS && first + quarter < length; quarter++) {
        if (hours.coveredMs(quarter) === QUARTER_MS)
          this.energies[first + quarter] = hours.energyMwh(quarter) ?? Number.NaN;
      }
    }
    for (let index = 0; index < length; index++) {
      const energyMwh = this.energies[index] ?? Number.NaN;
      const isKnown = !Number.isNaN(energyMwh);
      this.sums[index + 1] = (this.sums[index] ?? 0) + (isKnown ? energyMwh : 0);
      this.counts[index + 1] = (this.counts[index] ?? 0) + Number(isKnown);
    }
  }

  /**
   * The energy of a stretch in whole milliwatt-hours; null if a part of it is not known. If the stretch begins or ends
   * within a quarter, the energy of the quarter is divided by time.
   */
  between({ startMs, endMs }: Bucket): number | null {
    const first = Math.floor(this.indexOf(startMs));
    const end = Math.ceil(this.indexOf(endMs));
    if ((this.counts[end] ?? 0) - (this.counts[first] ?? 0) < end - first) return null;
    return this.until(endMs) - this.until(startMs);
  }

  /** The energy of the quarter that begins at the instant; null if it is not known. */
  ofQuarter(startMs: number): number | null {
    const energyMwh = this.energies[this.indexOf(startMs)] ?? Number.NaN;
    return Number.isNaN(energyMwh) ? null : energyMwh;
  }

  /** The length of the known quarters. The stretch must consist of whole quarters. */
  knownMs({ startMs, endMs }: Bucket): number {
    const known = (this.counts[this.indexOf(endMs)] ?? 0) - (this.counts[this.indexOf(startMs)] ?? 0);
    return known * QUARTER_MS;
  }

  private until(ms: number): number {
    const at = this.indexOf(ms);
    const index = Math.floor(at);
    const part = at === index ? 0 : Math.round((this.energies[index] ?? 0) * (at - index));
    return (this.sums[index] ?? 0) + part;
  }

  private indexOf(ms: number): number {
    return (ms - this.firstMs) / QUARTER_MS;
  }
}
