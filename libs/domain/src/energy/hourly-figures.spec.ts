import type { HourTotals } from './hour-totals.queries';
import { hourlyFigures, percentChange } from './hourly-figures';

const HOUR_MS = 3_600_000;
const unknown = { total: null, avg: null, peak: null, peakTimeMs: null };

/** Totals of single hours, kWh; null for an hour without readings. */
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
    ['the first of two equal peaks', [1, 3, 3, 1], [], { total: 8, avg: 2, peak: 3, peakTimeMs: HOUR_MS }],
    [
      'hours of which some are missing',
      [null, 3, null, 1],
      [],
      { total: 4, avg: 2, peak: 3, peakTimeMs: HOUR_MS },
    ],
    ['exports', [-3, -1, -2, -2], [], { total: -8, avg: -2, peak: -1, peakTimeMs: HOUR_MS }],
    ['nothing', [null, null], [], unknown],
    [
      'decimal fractions without rounding errors',
      [0.1, 0.2, 0, 0],
      [],
      { total: 0.3, avg: 0.075, peak: 0.2, peakTimeMs: HOUR_MS },
    ],
    [
      'clipped hours in the total only',
      [4, 2, 3],
      hoursOf([9], 3),
      { total: 18, avg: 3, peak: 4, peakTimeMs: 0 },
    ],
    ['only clipped hours', [], hoursOf([2, 4], 1), { total: 6, avg: 3, peak: 4, peakTimeMs: 2 * HOUR_MS }],
  ])('sums up %s', (_, whole, clipped, expected) => {
    expect(hourlyFigures(hoursOf(whole), clipped)).toEqual(expected);
  });

  it('weighs totals of several hours by their number', () => {
    const day = { hours: 24, totalMwh: 48e6, peakMwh: 5e6, peakMs: 7 * HOUR_MS };
    const next = { hours: 1, totalMwh: 2e6, peakMwh: 2e6, peakMs: 24 * HOUR_MS };
    expect(hourlyFigures([day, next], [])).toEqual({
      total: 50,
      avg: 2,
      peak: 5,
      peakTimeMs: 7 * HOUR_MS,
    });
  });

  it('takes the earlier of two equal peaks in any order', () => {
    const [early, late] = hoursOf([3, 3]);
    if (!early || !late) throw new Error('There are two hours.');
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
  ])('from %s to %s', (now, before, expected) => {
    expect(percentChange(now, before)).toBe(expected);
  });
});
