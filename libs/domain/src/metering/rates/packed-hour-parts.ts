import { type Bucket, bucketsBetween } from '../arithmetic/calendar';
import { localHoursOf } from '../arithmetic/local-hours';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { eachPackedDay, HOURS_PER_DAY } from '../arithmetic/packed-days';
import type { RateCell } from './rate-cells';
import type { RatedEnergy } from './rated-energy';

/** The bucket of a local day, and the rate parts of its hours. */
interface DayParts {
  bucket: number;
  /** For each local hour, the index of its `RatePart`. */
  hours: Int32Array;
}

/** Days are mapped in portions of this length, because the calendar is faster with many days at a time. */
const PORTION_MS = 400 * 24 * HOUR_MS;

/** Adds up packed days by rate part. The mapping of hours to parts is computed once for all meters. */
export class PackedHourParts {
  /** By start of the day. Null if the rate changes within an hour of the day. */
  private readonly days = new Map<number, DayParts | null>();

  /**
   * @param cells in order of time, without gaps; no bucket boundary lies within a local day
   * @param zone the time zone of the days
   */
  constructor(
    private readonly cells: readonly RateCell[],
    private readonly zone: string,
  ) {}

  /**
   * Adds the days of one meter. `packedDays` is one text with all these days.
   * @returns false if the rate changes within an hour, or if a day starts or ends within a local hour
   */
  add(packedDays: string, energy: RatedEnergy): boolean {
    let isComplete = true;
    eachPackedDay(packedDays, ({ startMs, coveredMs, hoursMwh }) => {
      const day = this.partsOf(startMs);
      if (!day) {
        isComplete = false;
        return;
      }
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        const energyMwh = hoursMwh[hour] ?? Number.NaN;
        if (!Number.isNaN(energyMwh)) energy.addEnergy(day.hours[hour] ?? 0, energyMwh);
      }
      energy.addCoverage(day.bucket, coveredMs);
    });
    return isComplete;
  }

  private partsOf(startMs: number): DayParts | null {
    if (!this.days.has(startMs)) this.mapFrom(startMs);
    return this.days.get(startMs) ?? null;
  }

  private mapFrom(startMs: number): void {
    const lastMs = this.cells.at(-1)?.endMs ?? 0;
    const days = bucketsBetween('day', startMs, Math.min(lastMs, startMs + PORTION_MS), this.zone);
    let cell = this.cells.findIndex(({ endMs }) => endMs > startMs);
    for (const [index, hours] of localHoursOf(days, this.zone).entries()) {
      const dayMs = days[index]?.startMs ?? 0;
      while ((this.cells[cell]?.endMs ?? Number.POSITIVE_INFINITY) <= dayMs) cell++;
      this.days.set(dayMs, hours && partsOfDay(hours, this.cells, cell));
    }
  }
}

/** @param first index of the cell in which the day begins */
function partsOfDay(hours: readonly Bucket[], cells: readonly RateCell[], first: number): DayParts | null {
  const parts = new Int32Array(HOURS_PER_DAY);
  let index = first;
  for (const [hour, { startMs, endMs }] of hours.entries()) {
    while ((cells[index]?.endMs ?? Number.POSITIVE_INFINITY) <= startMs) index++;
    const cell = cells[index];
    if (!cell || cell.startMs > startMs || cell.endMs < endMs) return null;
    parts[hour] = cell.part;
  }
  return { bucket: cells[first]?.bucket ?? 0, hours: parts };
}
