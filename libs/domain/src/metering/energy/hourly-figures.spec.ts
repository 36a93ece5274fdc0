import type { HourTotals } from './hour-totals.queries';
import { hourlyFigures, percentChange } from './hourly-figures';

const HOUR_MS = 3_600_000;
const unknown = { total: null, avg: null, peak: null, peakTimeMs: null };

/** Totals of single hours in kWh; null for an hour without readings. */
const hoursOf = (values: readonly (number | null)[], firstHour = 0): HourTotals[] =>
  values.flatMap((value, index) =>
    value === null
      ? []
      : [
          {
            hours: 1,
            totalMwh: Math.round(value * 1e6),
            peakMwh: Math.round(value * 1e6),
            peakMs: (firstHour + index) * HOUR_MS,
          },
        ],
  );

describe('hourlyFigures', () => {
  it.each([
    ['whole hours', [1, 4, 2, 1], [], { total: 8, avg: 2, peak: 4, peakTimeMs: HOUR_MS }],
    [
      'hours with two equal peaks, and returns the earlier one',
      [1, 3, 3, 1],
      [],
      { total: 8, avg: 2, peak: 3, peakTimeMs: HOUR_MS },
    ],
    ['hours with gaps', [null, 3, null, 1], [], { total: 4, avg: 2, peak: 3, peakTimeMs: HOUR_MS }],
    ['exported energy', [-3, -1, -2, -2], [], { total: -8, avg: -2, peak: -1, peakTimeMs: HOUR_MS }],
    ['hours without measurements', [null, null], [], unknown],
    [
      'decimal fractions without rounding errors',
      [0.1, 0.2, 0, 0],
      [],
      { total: 0.3, avg: 0.075, peak: 0.2, peakTimeMs: HOUR_MS },
    ],
    [
      'whole hours, with clipped hours only in the total',
      [4, 2, 3],
      hoursOf([9], 3),
      { total: 18, avg: 3, peak: 4, peakTimeMs: 0 },
    ],
    ['only clipped hours', [], hoursOf([2, 4], 1), { total: 6, avg: 3, peak: 4, peakTimeMs: 2 * HOUR_MS }],
  ])('computes the total, mean and peak of %s', (_, whole, clipped, expected) => {
    expect(hourlyFigures(hoursOf(whole), clipped)).toEqual(expected);
  });

  it('computes the mean of totals that cover different numbers of hours', () => {
    const day = { hours: 24, totalMwh: 48e6, peakMwh: 5e6, peakMs: 7 * HOUR_MS };
    const next = { hours: 1, totalMwh: 2e6, peakMwh: 2e6, peakMs: 24 * HOUR_MS };
    expect(hourlyFigures([day, next], [])).toEqual({
      total: 50,
      avg: 2,
      peak: 5,
      peakTimeMs: 7 * HOUR_MS,
    });
  });

  it('returns the highest peak even if a lower one is earlier', () => {
    const [low, high] = hoursOf([3, 5]);
    if (!low || !high) throw new Error('The test needs two hours.');
    expect(hourlyFigures([high, low], [])).toMatchObject({ peak: 5, peakTimeMs: HOUR_MS });
  });

  it('returns the earlier of two equal peaks, in any order of the hours', () => {
    const [early, late] = hoursOf([3, 3]);
    if (!early || !late) throw new Error('The test needs two hours.');
    expect(hourlyFigures([late, early], []).peakTimeMs).toBe(0);
  });
});

describe('percentChange', () => {
  it.each([
    [150, 100, 50],
    [50, 200, -75],
    [0, 10, -100],
    [10, 0, null],
    [null, 10, null],
    [10, null, null],
    [-5, -10, -50],
  ])('returns the change in percent: now %s, before %s', (now, before, expected) => {
    expect(percentChange(now, before)).toBe(expected);
  });
});
