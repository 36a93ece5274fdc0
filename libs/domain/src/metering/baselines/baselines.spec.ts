import { BASELINE_METHODS, CHANGE_POINT_FORMS, type ChangePointForm } from '@app/entities';
import fc from 'fast-check';
import type { Bucket } from '../arithmetic/calendar';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';
import { profileHours } from '../energy/energy-profiles';
import { type Adjustment, type BaselineDay, baselineDays, observationsOf } from './baseline-days';
import { bandKwh, type BaselineFit, expectedMwh, fitBaseline } from './baseline-fit';
import { fitChangePoints, fitSlopes, type Observation } from './change-points';
import { savingsOf } from './savings';

const DAY_MS = 24 * HOUR_MS;
const FIRST_MS = Date.parse('2023-01-01T00:00Z');

/** Numbers from 0 to 1 that look random. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const twice = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A year from -3 °C to 23 °C, with warm days in winter and cold days in summer. Nights are colder. */
function temperatureAt(hour: number): number {
  const day = Math.floor(hour / 24);
  return (
    10 -
    8 * Math.cos((2 * Math.PI * day) / 365) +
    3 * Math.sin(day * 1.7) -
    2 * Math.cos((2 * Math.PI * hour) / 24)
  );
}

/** The complete days of some hours. An energy of null is missing. */
function daysOf(
  kwhOf: (hour: number, temperatureC: number) => number | null,
  { days = 365, firstMs = FIRST_MS, adjustments = [] as Adjustment[] } = {},
): BaselineDay[] {
  const hours = hoursFrom(firstMs, days * 24);
  const numbers = hours.map(({ startMs }) => (startMs - FIRST_MS) / HOUR_MS);
  const sums = numbers.map((hour) => {
    const kwh = kwhOf(hour, temperatureAt(hour));
    return { energyMwh: kwh === null ? null : Math.round(kwh * 1e6), coveredMs: HOUR_MS, estimated: false };
  });
  return baselineDays(hours, profileHours(hours, sums, 'UTC'), numbers.map(temperatureAt), adjustments);
}

function hoursFrom(firstMs: number, count: number): Bucket[] {
  return Array.from({ length: count }, (_, hour) => {
    const startMs = firstMs + hour * HOUR_MS;
    return { startMs, endMs: startMs + HOUR_MS };
  });
}

const below = (balanceC: number, temperatureC: number) => Math.max(0, balanceC - temperatureC);
const above = (balanceC: number, temperatureC: number) => Math.max(0, temperatureC - balanceC);

/** A building that only heats. */
const consumption = (_: number, temperatureC: number) => 3 + 0.5 * below(12, temperatureC);

const withAdjustments = (hour: number, temperatureC: number) =>
  consumption(hour, temperatureC) +
  (hour >= 5 * 24 && hour < 50 * 24 ? 0.5 : 0) -
  (hour >= 366.5 * 24 && hour < 464 * 24 ? 0.25 : 0);

function fitOf(...input: Parameters<typeof fitBaseline>): BaselineFit {
  const fit = fitBaseline(...input);
  if (!('model' in fit)) throw new Error(`There is no fit: ${fit.missing.code}.`);
  return fit;
}

/** Solves normal equations with one column per group and slope, by elimination. */
function slowLeastSquares(columns: number[][], values: number[]): number[] {
  const rows = columns.map((column) =>
    [...columns, values].map((other) =>
      column.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0),
    ),
  );
  for (const [pivot, pivotRow] of rows.entries()) {
    for (const row of rows) {
      if (row === pivotRow) continue;
      const factor = (row[pivot] ?? 0) / (pivotRow[pivot] ?? 0);
      for (const [index, value] of pivotRow.entries()) row[index] = (row[index] ?? 0) - factor * value;
    }
  }
  return rows.map((row, index) => (row.at(-1) ?? 0) / (row[index] ?? 0));
}

describe('change points', () => {
  const hourly: [ChangePointForm, (temperatureC: number) => number, number | null, number | null][] = [
    ['constant', () => 0, null, null],
    ['threeParameterHeating', (c) => 0.5 * below(12, c), 12, null],
    ['threeParameterCooling', (c) => 0.5 * above(14.5, c), null, 14.5],
    ['fourParameterHeating', (c) => 2 + 0.5 * below(9, c) - 0.1 * above(9, c), 9, 9],
    ['fourParameterCooling', (c) => 2 - 0.1 * below(13, c) + 0.5 * above(13, c), 13, 13],
    ['fiveParameter', (c) => 0.5 * below(7, c) + 0.25 * above(15, c), 7, 15],
  ];

  it.each(hourly)('finds %s by days and by hours', (form, kwhOf, heatingBalanceC, coolingBalanceC) => {
    const noise = randomNumbers(7);
    const days = daysOf((_, temperatureC) => 3 + kwhOf(temperatureC) + 0.2 * (noise() - 0.5));
    for (const method of ['dailyChangePoint', 'hourlyTimeOfWeek'] as const) {
      const { model, statistics, ...fit } = fitOf(method, days);
      expect(model).toMatchObject({ form, heatingBalanceC, coolingBalanceC });
      expect(statistics.rSquared > 0.9).toBe(form !== 'constant');
      expect(fit).toMatchObject({ meetsGuideline14: true });
    }
  });

  it('does not believe slopes against physics, nor slopes that are not significant', () => {
    const noise = randomNumbers(11);
    const colder = daysOf(
      (_, temperatureC) => 9 - 0.2 * above(10, temperatureC) - 0.2 * below(10, temperatureC),
    );
    expect(fitOf('dailyChangePoint', colder).model.form).not.toMatch(/five|Cooling/);
    const random = daysOf(() => 3 + noise());
    expect(fitOf('dailyChangePoint', random).model.form).toBe('constant');
  });

  it.each(BASELINE_METHODS)(
    'of a chosen form are fitted if the form has significant slopes: %s',
    (method) => {
      const noise = randomNumbers(5);
      const days = daysOf((_, c) => 3 + 0.5 * below(9, c) + 0.25 * above(13, c) + 0.2 * (noise() - 0.5));
      const best = fitOf(method, days);
      expect(best.model.form).toBe('fiveParameter');
      const fits = CHANGE_POINT_FORMS.map((form) => fitBaseline(method, days, form));
      const missing = 'baseline_of_other_form';
      expect(fits.map((fit) => ('model' in fit ? fit.model.form : fit.missing.code))).toEqual([
        'constant',
        'threeParameterHeating',
        missing,
        missing,
        missing,
        'fiveParameter',
      ]);
      const adjusted = fits.flatMap((fit) => ('model' in fit ? [fit.statistics.adjustedRSquared] : []));
      expect(Math.max(...adjusted)).toBe(best.statistics.adjustedRSquared);
    },
  );

  it('has the slopes and base loads of a slow least squares with a column per group', () => {
    const number = fc.integer({ min: 0, max: 1000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 30, maxLength: 40 }), (pairs) => {
        const observations = pairs.map(([energy, temperature], index): Observation => ({
          energyKwh: energy,
          temperaturesC: [temperature / 25, temperature / 50],
          group: index % 3,
        }));
        const points = { form: 'fiveParameter', heatingBalanceC: 12, coolingBalanceC: 18 } as const;
        const mean = (of: (c: number) => number) =>
          observations.map(({ temperaturesC: [one = 0, other = 0] }) => (of(one) + of(other)) / 2);
        const columns = [0, 1, 2].map((group) => observations.map((one) => (one.group === group ? 1 : 0)));
        const slopes = [mean((c) => below(12, c)), mean((c) => above(18, c))];
        fc.pre(slopes.every((slope) => new Set(slope).size > 8));
        const slow = slowLeastSquares(
          [...columns, ...slopes],
          observations.map(({ energyKwh }) => energyKwh),
        );
        const { base, heatingPerDegree, coolingPerDegree, parameters } = fitSlopes(observations, points);
        const fitted = [...base, heatingPerDegree, coolingPerDegree];
        for (const [index, value] of slow.entries()) expect(fitted[index]).toBeCloseTo(value, 4);
        expect(parameters).toBe(7);
      }),
    );
  });

  it('finds the balance points with the least squares of all that have ten days on both sides', () => {
    const noise = randomNumbers(3);
    const days = daysOf((_, temperatureC) => 2 + 0.4 * below(11.3, temperatureC) + 9 * noise(), {
      days: 300,
    });
    const observations = observationsOf('dailyChangePoint', days);
    const model = fitChangePoints(observations, null);
    const squares = (heatingBalanceC: number) => {
      const slow = slowLeastSquares(
        [
          observations.map(() => 1),
          observations.map(
            ({ temperaturesC }) => temperaturesC.reduce((sum, c) => sum + below(heatingBalanceC, c), 0) / 24,
          ),
        ],
        observations.map(({ energyKwh }) => energyKwh),
      );
      return observations.reduce((sum, { energyKwh, temperaturesC }) => {
        const degrees = temperaturesC.reduce((total, c) => total + below(heatingBalanceC, c), 0) / 24;
        return sum + (energyKwh - (slow[0] ?? 0) - (slow[1] ?? 0) * degrees) ** 2;
      }, 0);
    };
    const all = Array.from({ length: 40 }, (_, step) => step / 2);
    const best = all.reduce((one, other) => (squares(other) < squares(one) ? other : one));
    expect(model).toMatchObject({ form: 'threeParameterHeating', heatingBalanceC: best });
  });
});

describe('a baseline', () => {
  it('has a base load for each hour of the week', () => {
    const days = daysOf((hour, temperatureC) => (hour % 168 < 24 ? 1 : 5) + 0.3 * below(12, temperatureC));
    const { model } = fitOf('hourlyTimeOfWeek', days);
    // The first hour is that of a Sunday.
    expect(model.base).toHaveLength(168);
    expect(model.base[6 * 24 + 5]).toBeCloseTo(1, 0);
    expect(model.base[12]).toBeCloseTo(5, 0);
    expect(model.heatingPerDegree).toBeCloseTo(0.3, 1);
  });

  it('of months has the mean days of months with at least nine tenths of their days', () => {
    const days = daysOf((hour) => (hour >= 31 * 24 && hour < 34 * 24 ? null : 2), { days: 365 });
    const observations = observationsOf('monthlyDegreeDays', days);
    expect(observations.map(({ energyKwh }) => energyKwh)).toEqual(Array(11).fill(48));
    expect(observations[0]?.temperaturesC).toHaveLength(31 * 24);
  });

  it('has the number of its days, and R² adjusted for its parameters', () => {
    const noise = randomNumbers(13);
    const days = daysOf((hour, c) =>
      hour >= 31 * 24 && hour < 34 * 24 ? null : consumption(hour, c) + noise(),
    );
    const numbers = BASELINE_METHODS.map((method) => {
      const { days: count, statistics, model } = fitOf(method, days);
      const { rSquared, adjustedRSquared, observations } = statistics;
      const freedom = (observations - 1) / (observations - model.parameters);
      expect(adjustedRSquared).toBeCloseTo(1 - (1 - rSquared) * freedom, 9);
      return [count, observations];
    });
    // February lacks three of its 28 days.
    expect(numbers).toEqual([
      [362, 362],
      [362, 362 * 24],
      [337, 11],
    ]);
  });

  it('has no fit with too few days or months, or without energy', () => {
    const short = daysOf(() => 1, { days: 269 });
    const missing = { code: 'baseline_too_short', values: { days: 269, least: 270 } };
    expect(fitBaseline('dailyChangePoint', short)).toMatchObject({ missing });
    const gaps = daysOf((hour) => (Math.floor(hour / 24) % 7 === 0 ? null : 1));
    expect(fitBaseline('monthlyDegreeDays', gaps)).toMatchObject({
      missing: { code: 'baseline_too_few_months' },
    });
    expect(
      fitBaseline(
        'dailyChangePoint',
        daysOf(() => 0),
      ),
    ).toMatchObject({ missing: { code: 'baseline_without_energy' } });
  });

  it('has a band as wide as the errors of sums of similar neighbours', () => {
    const errors = { daysEach: 1, count: 200, freedom: 1e9, sigmaKwh: 3, autocorrelation: 0.6 };
    const effective = (200 * 0.4) / 1.6;
    for (const days of [1, 2, 7, 30, 365]) {
      let variance = 0;
      for (let one = 0; one < days; one++) {
        for (let other = 0; other < days; other++) variance += 0.6 ** Math.abs(one - other);
      }
      const expected = 1.6448536 * 3 * Math.sqrt(variance * (1 + 2 / effective) * (1 + days / 200));
      expect(bandKwh(errors, days)).toBeCloseTo(expected, 6);
    }
    expect(bandKwh({ ...errors, freedom: 8 }, 1) / bandKwh(errors, 1)).toBeCloseTo(1.8595 / 1.6449, 2);
  });
});

describe('savings', () => {
  const reportingMs = FIRST_MS + 365 * DAY_MS;
  const weeks = [0, 7, 14].map((day) => ({
    startMs: reportingMs + day * DAY_MS,
    endMs: reportingMs + (day + 7) * DAY_MS,
  }));

  it('are the expected less the actual energy of complete days', () => {
    const fit = fitOf('dailyChangePoint', daysOf(consumption));
    const gap = (365 + 8) * 24 + 5;
    const days = daysOf(
      (hour, c) => (hour === gap || hour >= (365 + 14) * 24 ? null : 0.9 * consumption(hour, c)),
      {
        days: 21,
        firstMs: reportingMs,
      },
    );
    const { points, saving } = savingsOf(fit, weeks, days);
    const expected = weeks.map(({ startMs, endMs }) =>
      days
        .filter((day) => day.startMs >= startMs && day.startMs < endMs)
        .reduce(
          (sum, { hours }) =>
            sum + hours.reduce((total, hour) => total + consumption(0, hour.temperatureC), 0),
          0,
        ),
    );
    for (const [index, { actual, expected: known }] of points.slice(0, 2).entries()) {
      expect(known).toBeCloseTo(expected[index] ?? 0, 1);
      expect(actual).toBeCloseTo(0.9 * (expected[index] ?? 0), 1);
    }
    expect(points[2]).toMatchObject({ actual: null, expected: null, low: null, high: null });
    expect(points.map(({ coverage }) => coverage)).toEqual([1, 0.857142, 0]);
    expect(points[2]?.cumulativeSaving).toBe(points[1]?.cumulativeSaving);
    expect(saving?.percent).toBeCloseTo(10, 1);
    expect(saving?.kwh).toBe(points[2]?.cumulativeSaving);
  });

  it('contain the true saving in their band', () => {
    let isWithin = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const noise = randomNumbers(seed);
      const noisy = (share: number) => (hour: number, c: number) =>
        share * consumption(hour, c) + 4 * noise();
      const fit = fitOf('dailyChangePoint', daysOf(noisy(1)));
      const days = daysOf(noisy(0.95), { days: 90, firstMs: reportingMs });
      const { saving } = savingsOf(fit, [{ startMs: reportingMs, endMs: reportingMs + 90 * DAY_MS }], days);
      const truth = days.reduce(
        (sum, { hours }) =>
          sum + hours.reduce((total, hour) => total + 0.05 * consumption(0, hour.temperatureC), 0),
        0,
      );
      const halfWidth = (Math.abs(saving?.kwh ?? 0) * (saving?.uncertaintyPercent ?? 0)) / 100;
      if (Math.abs((saving?.kwh ?? 0) - truth) <= halfWidth) isWithin++;
    }
    expect(isWithin).toBeGreaterThanOrEqual(16);
  });

  it('do not count the energy of adjustments, before and after the measure', () => {
    const adjustments = [
      { startMs: FIRST_MS + 5 * DAY_MS, endMs: FIRST_MS + 50 * DAY_MS, kwhPerDay: 12 },
      { startMs: reportingMs + 1.5 * DAY_MS, endMs: reportingMs + 99 * DAY_MS, kwhPerDay: -6 },
    ];
    const fit = fitOf('dailyChangePoint', daysOf(withAdjustments, { adjustments }));
    const days = daysOf(withAdjustments, { days: 21, firstMs: reportingMs, adjustments });
    const { points } = savingsOf(fit, weeks, days);
    expect(points.map(({ cumulativeSaving }) => cumulativeSaving)).toEqual([0, 0, 0]);
    const [first] = days;
    expect((first ? expectedMwh(fit, first) : 0) / 1e6).toBeCloseTo((first?.energyMwh ?? 0) / 1e6, 4);
    expect(days.map(({ adjustmentMwh }) => adjustmentMwh / 1e6)).toEqual([
      0,
      -3,
      ...Array<number>(19).fill(-6),
    ]);
  });
});
