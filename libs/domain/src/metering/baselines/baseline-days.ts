import type { BaselineMethod } from '@app/entities';
import type { Bucket } from '../arithmetic/calendar';
import { groupBy } from '@app/kernel';
import { HOUR_MS, MWH_PER_KWH, toKwh } from '../arithmetic/meter-arithmetic';
import type { ProfileHour } from '../energy/energy-profiles';
import { type Observation, sum } from './change-points';

/** An hour with its energy and its mean temperature. */
export interface BaselineHour {
  /** 0 (Monday from 00:00 to 01:00) to 167. */
  hourOfWeek: number;
  lengthMs: number;
  /** Whole milliwatt-hours, without those of adjustments. */
  energyMwh: number;
  temperatureC: number;
}

/** A local day. Each of its hours has a complete energy and a temperature. */
export interface BaselineDay extends Bucket {
  /** The local date, `2026-03-29`. */
  date: string;
  /** Whole milliwatt-hours, without those of adjustments. */
  energyMwh: number;
  adjustmentMwh: number;
  hours: readonly BaselineHour[];
}

/** A change of the consumption that the measure did not cause, such as an extension of the building. */
export interface Adjustment extends Bucket {
  /** Additional consumption in 24 hours. Negative if the event has lowered the consumption. */
  kwhPerDay: number;
}

/** A month counts if this share of its days is complete. */
const COMPLETE_MONTH = 0.9;
const HOURS_PER_DAY = 24;

/**
 * Returns the complete days. Their energy is divided into that of adjustments and the rest, which depends on the
 * temperature.
 * @param wholeHours whole local hours in order, without gaps
 * @param energies one per hour
 * @param temperaturesC one per hour; null if it is not known
 */
export function baselineDays(
  wholeHours: readonly Bucket[],
  energies: readonly ProfileHour[],
  temperaturesC: readonly (number | null)[],
  adjustments: readonly Adjustment[],
): BaselineDay[] {
  const days: BaselineDay[] = [];
  for (let first = 0; first < energies.length;) {
    const date = energies[first]?.date ?? '';
    let end = first;
    while (energies[end]?.date === date) end++;
    const ofDay = wholeHours.slice(first, end);
    const adjustmentsMwh = ofDay.map((hour) => adjustmentMwh(hour, adjustments));
    const hours = energies.slice(first, end).flatMap(({ hour, lengthMs, energyMwh }, index) => {
      const temperatureC = temperaturesC[first + index] ?? null;
      if (energyMwh === null || temperatureC === null) return [];
      const hourOfWeek = dayOfWeek(date) * HOURS_PER_DAY + hour;
      return [{ hourOfWeek, lengthMs, energyMwh: energyMwh - (adjustmentsMwh[index] ?? 0), temperatureC }];
    });
    if (hours.length === ofDay.length) {
      days.push({
        date,
        startMs: ofDay[0]?.startMs ?? 0,
        endMs: ofDay.at(-1)?.endMs ?? 0,
        energyMwh: sum(hours.map(({ energyMwh }) => energyMwh)),
        adjustmentMwh: sum(adjustmentsMwh),
        hours,
      });
    }
    first = end;
  }
  return days;
}

/** Returns what the model of a method explains, in order of time. Incomplete months are left out. */
export function observationsOf(method: BaselineMethod, days: readonly BaselineDay[]): Observation[] {
  if (method === 'hourlyTimeOfWeek') return days.flatMap(({ hours }) => hours.map(hourObservation));
  if (method === 'dailyChangePoint') return days.map(dayObservation);
  return completeMonths(days).map((month) => {
    const ofMonth = month.map(dayObservation);
    return {
      energyKwh: sum(ofMonth.map(({ energyKwh }) => energyKwh)) / ofMonth.length,
      temperaturesC: ofMonth.flatMap(({ temperaturesC }) => temperaturesC),
      group: 0,
    };
  });
}

/** Returns the number of days that the model of a method explains. */
export function daysExplained(method: BaselineMethod, days: readonly BaselineDay[]): number {
  return method === 'monthlyDegreeDays' ? completeMonths(days).flat().length : days.length;
}

/** The days of each month, without those of incomplete months. */
function completeMonths(days: readonly BaselineDay[]): BaselineDay[][] {
  const byMonth = groupBy(days, ({ date }) => date.slice(0, 7));
  return [...byMonth].flatMap(([month, ofMonth]) =>
    ofMonth.length < COMPLETE_MONTH * daysInMonth(month) ? [] : [ofMonth],
  );
}

/** The energy of a day. */
export function dayObservation({ energyMwh, hours }: BaselineDay): Observation {
  return {
    energyKwh: toKwh(energyMwh),
    temperaturesC: hours.map(({ temperatureC }) => temperatureC),
    group: 0,
  };
}

/** The energy of a day, where each day of the week has its own base load. */
export function weekdayObservation(day: BaselineDay): Observation {
  return { ...dayObservation(day), group: Math.floor((day.hours[0]?.hourOfWeek ?? 0) / HOURS_PER_DAY) };
}

/** The energy of an hour of 60 minutes. */
export function hourObservation({
  hourOfWeek,
  lengthMs,
  energyMwh,
  temperatureC,
}: BaselineHour): Observation {
  return {
    energyKwh: (toKwh(energyMwh) * HOUR_MS) / lengthMs,
    temperaturesC: [temperatureC],
    group: hourOfWeek,
  };
}

function adjustmentMwh(hour: Bucket, adjustments: readonly Adjustment[]): number {
  const parts = adjustments.map(({ startMs, endMs, kwhPerDay }) => {
    const overlapMs = Math.max(0, Math.min(endMs, hour.endMs) - Math.max(startMs, hour.startMs));
    return Math.round((kwhPerDay * MWH_PER_KWH * overlapMs) / (HOURS_PER_DAY * HOUR_MS));
  });
  return sum(parts);
}

/** 0 (Monday) to 6 (Sunday). */
function dayOfWeek(date: string): number {
  return (new Date(date).getUTCDay() + 6) % 7;
}

function daysInMonth(month: string): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
}
