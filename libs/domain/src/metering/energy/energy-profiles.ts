import type { BucketSum } from '../arithmetic/bucket-sums';
import type { Bucket } from '../arithmetic/calendar';
import { localTimesFrom } from '../arithmetic/local-times';
import { HOUR_MS, toKwh } from '../arithmetic/meter-arithmetic';
import { roundedEnergy, roundedPercent } from '../arithmetic/rounded';
import { COMPLETE_SHARE } from './common-hours';

const HOURS_PER_DAY = 24;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const;

/** An hour of the local clock. */
export interface ProfileHour {
  /** The local date, `2026-03-29`. */
  date: string;
  /** The hour that the local clock shows, 0 to 23. */
  hour: number;
  /** Usually `HOUR_MS`. A clock change by half an hour makes an hour longer or shorter. */
  lengthMs: number;
  /** Whole milliwatt-hours; null if the hour was not measured completely. */
  energyMwh: number | null;
}

/** The energy of each hour of each day. */
export interface HeatMap {
  /** The local dates, in order. */
  days: string[];
  /** Per day, 24 energies in kWh (m³ for water). */
  hours: (number | null)[][];
}

/** A point of a load duration curve. */
export interface DurationPoint {
  sharePercent: number;
  /** The power that was reached or exceeded for this share of the measured time. */
  kw: number;
}

/** The mean power in each hour of one weekday. */
export interface TypicalDay {
  /** 1 (Monday) to 7 (Sunday). */
  weekday: number;
  /** 24 mean powers in kW (m³ per hour for water); null for an hour without any complete measurement. */
  hours: (number | null)[];
}

/**
 * Combines the hours of a range with their energy. An hour that is missing in part has no energy, because its energy
 * would look like a low consumption.
 * @param wholeHours whole local hours in order, without gaps
 * @param sums one sum per hour, within the range
 */
export function profileHours(
  wholeHours: readonly Bucket[],
  sums: readonly BucketSum[],
  zone: string,
): ProfileHour[] {
  const timeOf = localTimesFrom(wholeHours[0]?.startMs ?? 0, zone);
  return wholeHours.map(({ startMs, endMs }, index) => {
    const time = timeOf(startMs);
    const lengthMs = endMs - startMs;
    const { energyMwh = null, coveredMs = 0 } = sums[index] ?? {};
    const isComplete = coveredMs >= COMPLETE_SHARE * lengthMs;
    return {
      date: time.slice(0, 10),
      hour: Number(time.slice(11, 13)),
      lengthMs,
      energyMwh: isComplete ? energyMwh : null,
    };
  });
}

/** Adds up the energy of an hour that the clock shows twice. It is null if one of the two is. */
export function heatMap(hours: readonly ProfileHour[]): HeatMap {
  /** By date and hour. NaN means an unknown energy. */
  const days = new Map<string, Map<number, number>>();
  for (const { date, hour, energyMwh } of hours) {
    const ofDay = days.get(date) ?? new Map<number, number>();
    days.set(date, ofDay);
    ofDay.set(hour, (ofDay.get(hour) ?? 0) + (energyMwh ?? Number.NaN));
  }
  return {
    days: [...days.keys()],
    hours: Array.from(days.values(), (ofDay) =>
      everyHour((hour) => {
        const energyMwh = ofDay.get(hour) ?? Number.NaN;
        return Number.isNaN(energyMwh) ? null : toKwh(energyMwh);
      }),
    ),
  };
}

/**
 * Returns points at equal distances from 0 % (the highest power) to 100 % (the lowest power).
 * @param points at least 2
 * @returns no points if no hour is complete
 */
export function durationCurve(hours: readonly ProfileHour[], points: number): DurationPoint[] {
  const powers = Float64Array.from(hours.flatMap((hour) => powerOf(hour) ?? []))
    .sort()
    .toReversed();
  if (powers.length === 0) return [];
  return Array.from({ length: points }, (_, point) => {
    // The power that this number of hours reached or exceeded.
    const count = Math.max(1, Math.ceil((point * powers.length) / (points - 1)));
    return {
      sharePercent: roundedPercent((point * 100) / (points - 1)) ?? 0,
      kw: roundedEnergy(powers[count - 1] ?? 0),
    };
  });
}

/** Returns the mean power by weekday and hour. Both occurrences of an hour that the clock shows twice count. */
export function typicalDays(hours: readonly ProfileHour[]): TypicalDay[] {
  const sums = new Float64Array((WEEKDAYS.length + 1) * HOURS_PER_DAY);
  const counts = new Float64Array(sums.length);
  for (const hour of hours) {
    const power = powerOf(hour);
    if (power === null) continue;
    const slot = weekdayOf(hour.date) * HOURS_PER_DAY + hour.hour;
    sums[slot] = (sums[slot] ?? 0) + power;
    counts[slot] = (counts[slot] ?? 0) + 1;
  }
  return WEEKDAYS.map((weekday) => ({
    weekday,
    hours: everyHour((hour) => {
      const slot = weekday * HOURS_PER_DAY + hour;
      const count = counts[slot] ?? 0;
      return count === 0 ? null : (sums[slot] ?? 0) / count;
    }),
  }));
}

function everyHour(valueOf: (hour: number) => number | null): (number | null)[] {
  return Array.from({ length: HOURS_PER_DAY }, (_, hour) => roundedEnergy(valueOf(hour)));
}

/** The mean power of an hour in kW; null if its energy is unknown. */
function powerOf({ energyMwh, lengthMs }: ProfileHour): number | null {
  return energyMwh === null ? null : (toKwh(energyMwh) * HOUR_MS) / lengthMs;
}

/** 1 (Monday) to 7 (Sunday). */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay() || 7;
}
