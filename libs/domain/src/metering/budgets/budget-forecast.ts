import { type Message, say } from '@app/kernel';
import { HOUR_MS, MWH_PER_KWH } from '../arithmetic/meter-arithmetic';
import { type ProfileHour, typicalDays, weekdayOf } from '../energy/energy-profiles';

/** `measured` if every hour was measured. `typicalDays` if the other hours are expected to be typical. */
export const FORECAST_METHODS = ['measured', 'typicalDays'] as const;
export type ForecastMethod = (typeof FORECAST_METHODS)[number];

/** The expected energy of a month. If there is none, `missing` says why. */
export interface Forecast {
  /** Whole milliwatt-hours. */
  energyMwh: number | null;
  method: ForecastMethod | null;
  missing: Message | null;
}

/**
 * Adds up the energy of the complete hours of a month. An hour in the future, or with a gap,
 * counts with the mean power of its hour of the week in the recent weeks.
 * @param month all hours of the month
 * @param recent the hours of the recent weeks
 */
export function forecastMonth(month: readonly ProfileHour[], recent: readonly ProfileHour[]): Forecast {
  const others = month.filter(({ energyMwh }) => energyMwh === null);
  const measuredMwh = month.reduce((total, { energyMwh }) => total + (energyMwh ?? 0), 0);
  if (others.length === 0) return { energyMwh: measuredMwh, method: 'measured', missing: null };
  const days = new Map(typicalDays(recent).map(({ weekday, hours }) => [weekday, hours]));
  /** The mean power in kW by weekday and hour. */
  const needed = new Map<string, number | null>();
  let restMwh = 0;
  for (const { date, hour, lengthMs } of others) {
    const weekday = weekdayOf(date);
    const powerKw = days.get(weekday)?.[hour] ?? null;
    needed.set(`${weekday} ${hour}`, powerKw);
    restMwh += Math.round((Math.round((powerKw ?? 0) * MWH_PER_KWH) * lengthMs) / HOUR_MS);
  }
  const known = [...needed.values()].filter((powerKw) => powerKw !== null);
  if (known.length < needed.size) {
    const missing = say('budget_hours_missing', { hours: known.length, least: needed.size });
    return { energyMwh: null, method: null, missing };
  }
  return { energyMwh: measuredMwh + restMwh, method: 'typicalDays', missing: null };
}
