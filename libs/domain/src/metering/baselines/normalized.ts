import { groupBy } from '@app/kernel';
import type { Bucket } from '../arithmetic/calendar';
import { coverageOf } from '../arithmetic/coverage';
import { HOUR_MS, toKwh } from '../arithmetic/meter-arithmetic';
import { roundedEnergy } from '../arithmetic/rounded';
import { weekdayOf } from '../energy/energy-profiles';
import type { BaselineDay } from './baseline-days';
import { type BaselineFit, expectedMwh } from './baseline-fit';
import { sum } from './change-points';

/** The energy of the complete days of a bucket, and how much it would have been at the usual weather. */
export interface NormalizedPoint {
  startMs: number;
  /** kWh (m³ for water); null if no day is complete. */
  actual: number | null;
  /** Null also if the usual weather is not known. */
  normalized: number | null;
  /** From how many years the usual weather is known at least. */
  years: number;
  /** The share of the bucket that is in complete days, see `coverageOf`. */
  coverage: number;
}

/** The usual weather of a date is that of the days around it in all years. */
export const DAYS_AROUND = 5;
const DAY_MS = 86_400_000;
const HOURS_PER_DAY = 24;
/** Any leap year: 29 February is a date of its own. */
const SOME_YEAR = 2024;

/**
 * Replaces the weather of each day by the usual weather: adds what the model expects at the usual weather, and subtracts
 * what it expects at the actual weather. The day of the week stays.
 * @param wholeBuckets in order, without gaps
 * @param days the complete days of the range, in order
 * @param weather all days with a temperature in all years; their energies do not matter
 */
export function normalizedPoints(
  fit: BaselineFit,
  wholeBuckets: readonly Bucket[],
  days: readonly BaselineDay[],
  weather: readonly BaselineDay[],
): NormalizedPoint[] {
  const byDate = groupBy(weather, ({ date }) => date.slice(5));
  const judged = days.flatMap((day) => {
    const expected = expectedMwh(fit, day);
    return Number.isNaN(expected) ? [] : [{ day, expected, usual: usualMwh(fit, day, byDate) }];
  });
  return wholeBuckets.map(({ startMs, endMs }) => {
    const inside = judged.filter(({ day }) => day.startMs >= startMs && day.startMs < endMs);
    const usual = inside.flatMap((one) => one.usual ?? []);
    const isKnown = inside.length > 0 && usual.length === inside.length;
    const actualMwh = sum(inside.map(({ day }) => day.energyMwh + day.adjustmentMwh));
    const changeMwh = sum(usual.map(({ mwh }) => mwh)) - sum(inside.map(({ expected }) => expected));
    return {
      startMs,
      actual: inside.length === 0 ? null : roundedEnergy(toKwh(actualMwh)),
      normalized: isKnown ? roundedEnergy(toKwh(actualMwh + changeMwh)) : null,
      years: isKnown ? Math.min(...usual.map(({ years }) => years)) : 0,
      coverage: coverageOf(sum(inside.map(({ day }) => day.endMs - day.startMs)), endMs - startMs),
    };
  });
}

/**
 * Returns how much more energy the model expects on coming dates, at the usual weather, than it expects for the recent days
 * of the same weekday.
 * @param recent complete days
 * @param dates local dates, `2026-03-29`
 * @param weather as for `normalizedPoints`
 * @returns whole milliwatt-hours by date. Dates with unknown weather, or on a weekday without recent days, are left out.
 */
export function usualChanges(
  fit: BaselineFit,
  recent: readonly BaselineDay[],
  dates: readonly string[],
  weather: readonly BaselineDay[],
): Map<string, number> {
  const byDate = groupBy(weather, ({ date }) => date.slice(5));
  const byWeekday = groupBy(recent, ({ date }) => weekdayOf(date));
  const changes = dates.flatMap((date): [string, number][] => {
    const expected = (byWeekday.get(weekdayOf(date)) ?? [])
      .map((day) => expectedMwh(fit, day))
      .filter((mwh) => !Number.isNaN(mwh));
    const usual = usualMwh(fit, comingDay(date), byDate);
    if (expected.length === 0 || usual === null || Number.isNaN(usual.mwh)) return [];
    return [[date, Math.round(usual.mwh - sum(expected) / expected.length)]];
  });
  return new Map(changes);
}

/** A day whose energy and weather are not known yet. */
function comingDay(date: string): BaselineDay {
  const hours = Array.from({ length: HOURS_PER_DAY }, (_, hour) => ({
    hourOfWeek: (weekdayOf(date) - 1) * HOURS_PER_DAY + hour,
    lengthMs: HOUR_MS,
    energyMwh: 0,
    temperatureC: 0,
  }));
  return { date, startMs: 0, endMs: DAY_MS, energyMwh: 0, adjustmentMwh: 0, hours };
}

/** The mean energy that the model expects for a day, with the temperatures of the days around its date in all years. */
function usualMwh(
  fit: BaselineFit,
  day: BaselineDay,
  byDate: ReadonlyMap<string, readonly BaselineDay[]>,
): { mwh: number; years: number } | null {
  const around = datesAround(day.date).flatMap((date) => byDate.get(date) ?? []);
  if (around.length === 0) return null;
  const energies = around.map(({ hours }) =>
    expectedMwh(fit, {
      ...day,
      hours: day.hours.map((hour, index) => ({
        ...hour,
        temperatureC: (hours[index] ?? hours.at(-1))?.temperatureC ?? hour.temperatureC,
      })),
    }),
  );
  return {
    mwh: sum(energies) / energies.length,
    years: new Set(around.map(({ date }) => date.slice(0, 4))).size,
  };
}

/** The dates `MM-DD` around a date, with it. */
function datesAround(date: string): string[] {
  const middleMs = Date.parse(`${SOME_YEAR}-${date.slice(5)}`);
  return Array.from({ length: 2 * DAYS_AROUND + 1 }, (_, index) =>
    new Date(middleMs + (index - DAYS_AROUND) * DAY_MS).toISOString().slice(5, 10),
  );
}
