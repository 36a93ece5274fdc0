import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { clipBuckets } from './area-figures';
import { type Bucket, startOf } from '../arithmetic/calendar';
import type { ComparedSpans } from '../arithmetic/compared-spans';
import { coverageOf } from '../arithmetic/coverage';
import { EnergySumsService, type SummedMeter } from '../meters/energy-sums.service';
import { comparedTime, type HourEnergies, hourPairs } from './common-hours';
import { CommonHoursService } from './common-hours.service';
import { hourRuns } from './hour-runs';
import { HourSums, type MeasuredHours } from './hour-sums';
import { type HourTotals, hourTotals } from './hour-totals.queries';
import { figuresOfHours, type HourlyFigures, hourlyFigures } from './hourly-figures';

/** The figures of a period, and the figures by which it is compared with the previous period. */
export interface ComparedFigures {
  /** The figures of all data of the period. */
  now: HourlyFigures;
  /** The figures of the hours and meters that both periods have, see `CommonHoursService`. */
  common: { now: HourlyFigures; before: HourlyFigures };
  /** The share of the period that `common` covers, averaged over the meters. */
  comparedShare: number;
}

/** Adds up the hourly energy of meters over a range of any length. */
@Injectable()
export class HourlyFiguresService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sums: EnergySumsService,
    private readonly common: CommonHoursService,
  ) {}

  /**
   * Returns the figures of a period, and compares it with the previous period.
   * @param zone the time zone that defines the hours
   */
  async compare(
    meters: readonly SummedMeter[],
    spans: ComparedSpans,
    zone: string,
  ): Promise<ComparedFigures> {
    const { current, previous } = spans;
    const [partNow = null, partBefore = null] = await this.sums.measuredParts(meters, [current, previous]);
    const pairs = hourPairs(spans, { current: partNow, previous: partBefore });
    const ofNow = new Float64Array(pairs.now.length).fill(Number.NaN);
    const ofBefore = new Float64Array(pairs.before.length).fill(Number.NaN);
    let comparedMs = 0;
    const add = (_meterId: number, now: HourEnergies, before: HourEnergies) => {
      comparedMs += comparedTime(pairs.now, now);
      addEnergies(ofNow, now);
      addEnergies(ofBefore, before);
    };
    const [now] = await Promise.all([
      this.figures(meters, current, partNow, zone),
      this.common.eachMeter(meters, pairs, zone, add),
    ]);
    return {
      now,
      common: { now: figuresOfHours(pairs.now, ofNow), before: figuresOfHours(pairs.before, ofBefore) },
      comparedShare: coverageOf(comparedMs, (current.endMs - current.startMs) * meters.length),
    };
  }

  private async figures(
    meters: readonly SummedMeter[],
    range: Bucket,
    measured: Bucket | null,
    zone: string,
  ): Promise<HourlyFigures> {
    if (!measured) return hourlyFigures([], []);
    const { whole, clipped } =
      (await this.byDays(meters, measured, range, zone)) ??
      (await this.byHours(meters, measured, range, zone));
    const parts = await Promise.all(clipped.map((hour) => this.singleHour(meters, hour, range, zone)));
    return hourlyFigures(
      whole,
      parts.filter((totals) => totals !== null),
    );
  }

  /** @returns null if the meters' days are not stored in this zone yet, or if one of the days is not packed */
  private async byDays(
    meters: readonly SummedMeter[],
    measured: Bucket,
    range: Bucket,
    zone: string,
  ): Promise<MeasuredHours | null> {
    if (meters.some(({ daysZone }) => daysZone !== zone)) return null;
    const days = { startMs: startOf('day', measured.startMs, zone), endMs: measured.endMs };
    const sums = new HourSums();
    const arePacked = await this.sums.eachMeterDays(meters, days, (packedDays) => sums.add(packedDays));
    return arePacked ? sums.within(range, zone) : null;
  }

  private async byHours(
    meters: readonly SummedMeter[],
    measured: Bucket,
    range: Bucket,
    zone: string,
  ): Promise<MeasuredHours> {
    const { runs, others } = hourRuns(measured, zone);
    const isWhole = ({ startMs, endMs }: Bucket) => startMs >= range.startMs && endMs <= range.endMs;
    const ids = meters.map(({ id }) => id);
    const whole = await Promise.all([
      ...runs.map((run) => hourTotals(this.dataSource.manager, ids, run)),
      ...others.filter(isWhole).map((hour) => this.singleHour(meters, hour, range, zone)),
    ]);
    return {
      whole: whole.filter((totals) => totals !== null),
      clipped: others.filter((hour) => !isWhole(hour)),
    };
  }

  /** The energy of one local hour within the range, computed exactly from the quarters of each meter. */
  private async singleHour(
    meters: readonly SummedMeter[],
    hour: Bucket,
    range: Bucket,
    zone: string,
  ): Promise<HourTotals | null> {
    const clipped = clipBuckets([hour], range.startMs, range.endMs);
    const sums = await this.sums.byMeter(meters, clipped, zone, 'hours');
    const energies = [...sums.values()].flatMap(([sum]) => sum?.energyMwh ?? []);
    if (energies.length === 0) return null;
    const totalMwh = energies.reduce((total, energy) => total + energy, 0);
    return { hours: 1, totalMwh, peakMwh: totalMwh, peakMs: hour.startMs };
  }
}

/** Adds the energies of the hours of a meter that count to the sums, in place. */
function addEnergies(sums: HourEnergies, energies: HourEnergies): void {
  // A period of a site may have a million hours of meters. For each of them, `entries` would create an array.
  for (let index = 0; index < energies.length; index++) {
    const energyMwh = energies[index] ?? Number.NaN;
    if (Number.isNaN(energyMwh)) continue;
    const sum = sums[index] ?? Number.NaN;
    sums[index] = Number.isNaN(sum) ? energyMwh : sum + energyMwh;
  }
}
