import { type Bucket, bucketsBetween } from '../arithmetic/calendar';
import { localHoursOf } from '../arithmetic/local-hours';
import { eachPackedDay, HOURS_PER_DAY } from '../arithmetic/packed-days';
import type { HourTotals } from './hour-totals.queries';

/** The measured local hours of a range. */
export interface MeasuredHours {
  /** Totals of the hours that lie within the range. */
  whole: HourTotals[];
  /** The hours that the range clips. Each is given as the whole hour. */
  clipped: Bucket[];
}

/** Adds up the local hours of packed days, first across meters and then across a range. */
export class HourSums {
  /** Maps the start of each day to the index of its first hour in `hoursMwh`. */
  private readonly days = new Map<number, number>();
  /** A single list for all days, because a typed array for each day would need a second allocation outside the heap. */
  private readonly hoursMwh: number[] = [];

  /** Adds the days of one meter. @param packedDays a text of one or more packed days */
  add(packedDays: string): void {
    eachPackedDay(packedDays, ({ startMs, hoursMwh }) => {
      const first = this.days.get(startMs);
      if (first === undefined) {
        this.days.set(startMs, this.hoursMwh.length);
        for (const energyMwh of hoursMwh) this.hoursMwh.push(energyMwh);
      } else this.addHours(first, hoursMwh);
    });
  }

  /**
   * Adds up the hours of a range.
   * @param zone the time zone of the days
   * @returns null if the added days are not days of this zone
   */
  within(range: Bucket, zone: string): MeasuredHours | null {
    const days = this.calendarDays(zone).filter(({ startMs }) => this.days.has(startMs));
    if (days.length < this.days.size) return null;
    const totals: HourTotals = { hours: 0, totalMwh: 0, peakMwh: Number.NEGATIVE_INFINITY, peakMs: 0 };
    const clipped: Bucket[] = [];
    for (const [index, hours] of localHoursOf(days, zone).entries()) {
      if (!hours) return null;
      const first = this.days.get(days[index]?.startMs ?? 0) ?? 0;
      for (const [slot, hour] of hours.entries()) {
        const energyMwh = this.hoursMwh[first + slot] ?? Number.NaN;
        if (Number.isNaN(energyMwh) || hour.endMs <= range.startMs || hour.startMs >= range.endMs) continue;
        if (hour.startMs < range.startMs || hour.endMs > range.endMs) clipped.push(hour);
        else addHour(totals, hour.startMs, energyMwh);
      }
    }
    return { whole: totals.hours > 0 ? [totals] : [], clipped };
  }

  /** Adds the energy of a day's hours to the sums of the same hours. NaN means an hour without a measurement. */
  private addHours(first: number, hoursMwh: Float64Array): void {
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const energyMwh = hoursMwh[hour] ?? Number.NaN;
      if (Number.isNaN(energyMwh)) continue;
      const sum = this.hoursMwh[first + hour] ?? Number.NaN;
      this.hoursMwh[first + hour] = Number.isNaN(sum) ? energyMwh : sum + energyMwh;
    }
  }

  private calendarDays(zone: string): Bucket[] {
    let [firstMs, lastMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const startMs of this.days.keys()) {
      firstMs = Math.min(firstMs, startMs);
      lastMs = Math.max(lastMs, startMs);
    }
    return firstMs <= lastMs ? bucketsBetween('day', firstMs, lastMs + 1, zone) : [];
  }
}

/**
 * Hours are added in order of time, so if several hours share the highest energy, the earliest of them becomes the
 * peak.
 */
function addHour(totals: HourTotals, startMs: number, energyMwh: number): void {
  totals.hours++;
  totals.totalMwh += energyMwh;
  if (energyMwh <= totals.peakMwh) return;
  totals.peakMwh = energyMwh;
  totals.peakMs = startMs;
}
