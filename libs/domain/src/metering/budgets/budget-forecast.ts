import { type Message, say } from '@app/kernel';
import { HOUR_MS, MWH_PER_KWH } from '../arithmetic/meter-arithmetic';
import { type ProfileHour, typicalDays, weekdayOf } from '../energy/energy-profiles';

/**
 * `measured` if every hour was measured. `typicalDays` if the other hours are expected to be typical. `baseline` if the
 * typical hours are also adapted to the usual weather.
 */
export const FORECAST_METHODS = ['measured', 'typicalDays', 'baseline'] as const;
export type ForecastMethod = (typeof FORECAST_METHODS)[number];

/** The expected energy of a month. If there is none, `missing` says why. */
export interface Forecast {
  /** Whole milliwatt-hours. */
  energyMwh: number | null;
  method: ForecastMethod | null;
  missing: Message | null;
}

const DAY_MS = 24 * HOUR_MS;

/**
 * Adds up the energy of the complete hours of a month. An hour in the future, or with a gap,
 * counts with the mean power of its hour of the week in the recent weeks, and with its part of the change of its day.
 * @param month all hours of the month
 * @param recent the hours of the recent weeks
 * @param changes how much more energy than in the recent weeks is expected in a day, in milliwatt-hours by date
 */
export function forecastMonth(
  month: readonly ProfileHour[],
  recent: readonly ProfileHour[],
  changes: ReadonlyMap<string, number> = new Map(),
): Forecast {
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
    const typicalMwh = (Math.round((powerKw ?? 0) * MWH_PER_KWH) * lengthMs) / HOUR_MS;
    const changeMwh = ((changes.get(date) ?? 0) * lengthMs) / DAY_MS;
    // A large change cannot make an hour that consumes energy generate it.
    restMwh += Math.round(Math.max(Math.min(typicalMwh, 0), typicalMwh + changeMwh));
  }
  const known = [...needed.values()].filter((powerKw) => powerKw !== null);
  if (known.length < needed.size) {
    const missing = say('budget_hours_missing', { hours: known.length, least: needed.size });
    return { energyMwh: null, method: null, missing };
  }
  const isAdapted = others.some(({ date }) => changes.has(date));
  return { energyMwh: measuredMwh + restMwh, method: isAdapted ? 'baseline' : 'typicalDays', missing: null };
}
