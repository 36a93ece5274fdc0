import type { Bucket } from '../arithmetic/calendar';
import { bucketsBetween } from '../arithmetic/calendar';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { profileHours } from '../energy/energy-profiles';
import { type BaselineDay, baselineDays } from './baseline-days';
import { type BaselineFit, fitBaseline } from './baseline-fit';
import { sum } from './change-points';
import { normalizedPoints, usualChanges } from './normalized';

const [FIRST_MS, END_MS] = [Date.parse('2023-01-01T00:00Z'), Date.parse('2026-01-01T00:00Z')];
/** Each year is 2 K colder than the one before. */
const temperatureAt = (ms: number): number => {
  const date = new Date(ms);
  const month = date.getUTCMonth() + date.getUTCDate() / 31;
  return 10 - 8 * Math.cos((2 * Math.PI * month) / 12) - 2 * (date.getUTCFullYear() - 2023);
};
const kwhAt = (temperatureC: number): number => 3 + 0.5 * Math.max(0, 25 - temperatureC);

/** A building that heats below 25 °C, so that its energy is linear in the temperature. */
function daysOf({ startMs, endMs }: Bucket): BaselineDay[] {
  const hours = bucketsBetween('hour', startMs, endMs, 'UTC');
  const temperatures = hours.map((hour) => temperatureAt(hour.startMs));
  const sums = temperatures.map((temperatureC) => ({
    energyMwh: Math.round(kwhAt(temperatureC) * 1e6),
    coveredMs: HOUR_MS,
    estimated: false,
  }));
  return baselineDays(hours, profileHours(hours, sums, 'UTC'), temperatures, []);
}

const year = (number: number) =>
  bucketsBetween('year', Date.UTC(number, 5, 1), Date.UTC(number, 5, 2), 'UTC');

/** The first year, with twice the energy on weekends. */
const weekly = daysOf({ startMs: FIRST_MS, endMs: Date.UTC(2024, 0, 1) }).map((day) => ({
  ...day,
  hours: day.hours.map((hour) =>
    hour.hourOfWeek < 5 * 24 ? hour : { ...hour, energyMwh: 2 * hour.energyMwh },
  ),
}));

/** The mean temperature of the years in the middle of a month from 0. */
const usualC = (month: number): number => 10 - 8 * Math.cos((2 * Math.PI * (month + 15 / 31)) / 12) - 2;

describe('the energy at the usual weather', () => {
  const all = daysOf({ startMs: FIRST_MS, endMs: END_MS });
  const of = (year: number) => all.filter(({ date }) => date.startsWith(`${year}`));
  const fit = fitBaseline('dailyChangePoint', of(2023)) as BaselineFit;

  it('is that of the mean year: less than the actual energy of a cold year, and more than that of a warm one', () => {
    const points = [2023, 2024, 2025].map(
      (number) => normalizedPoints(fit, year(number), of(number), all)[0],
    );
    const [warm, mean, cold] = points;
    // 2 K of 0.5 kWh in each hour of a year.
    expect((warm?.normalized ?? 0) - (warm?.actual ?? 0)).toBeCloseTo(2 * 0.5 * 8760, -2);
    expect((cold?.normalized ?? 0) - (cold?.actual ?? 0)).toBeCloseTo(-2 * 0.5 * 8760, -2);
    expect((mean?.normalized ?? 0) / (mean?.actual ?? 1)).toBeCloseTo(1, 2);
    expect(points.map((point) => [point?.years, point?.coverage])).toEqual([
      [3, 1],
      [3, 1],
      [3, 1],
    ]);
  });

  it('changes with the weather of coming dates as the model expects, unless the weather is not known', () => {
    const january = all.filter(({ date }) => date.startsWith('2025-01'));
    const changes = usualChanges(fit, january, ['2025-02-15', '2025-07-15'], all);
    const recent = sum(january.map(({ hours }) => hours[0]?.temperatureC ?? 0)) / january.length;
    for (const [date, month] of [
      ['2025-02-15', 1],
      ['2025-07-15', 6],
    ] as const)
      expect((changes.get(date) ?? 0) / 1e6).toBeCloseTo(24 * (kwhAt(usualC(month)) - kwhAt(recent)), -1);
    expect(usualChanges(fit, january, ['2025-07-15'], january)).toEqual(new Map());
    expect(usualChanges(fit, [], ['2025-02-15'], all)).toEqual(new Map());
  });

  it('is unknown for months without usual weather, and for buckets without complete days', () => {
    const [unknown] = normalizedPoints(fit, year(2025), of(2025), of(2025).slice(50, 340));
    expect(unknown).toMatchObject({ normalized: null, years: 0 });
    expect(unknown?.actual).toBeGreaterThan(0);
    expect(normalizedPoints(fit, year(2025), [], all)).toEqual([
      { startMs: Date.UTC(2025, 0, 1), actual: null, normalized: null, years: 0, coverage: 0 },
    ]);
  });

  it('keeps the days of the week, also if only some of them are complete', () => {
    const hourly = fitBaseline('hourlyTimeOfWeek', weekly) as BaselineFit;
    const workdays = weekly.filter(({ hours }) => (hours[0]?.hourOfWeek ?? 0) < 5 * 24);
    const [point] = normalizedPoints(hourly, year(2023), workdays, weekly);
    expect((point?.normalized ?? 0) / (point?.actual ?? 1)).toBeCloseTo(1, 2);
  });
});
