import { hourlyFigures, percentChange } from './hourly-figures';

const hours = [0, 1, 2, 3].map((hour) => ({ startMs: hour * 100, endMs: (hour + 1) * 100 }));
const figures = (values: (number | null)[]) =>
  values.map((value) => ({ value, coverage: 1, estimated: false }));
const all = { startMs: 0, endMs: 400 };
const unknown = { total: null, avg: null, peak: null, peakTimeMs: null };

describe('hourlyFigures', () => {
  it.each([
    ['whole hours', all, [1, 4, 2, 1], { total: 8, avg: 2, peak: 4, peakTimeMs: 100 }],
    ['the first of two equal peaks', all, [1, 3, 3, 1], { total: 8, avg: 2, peak: 3, peakTimeMs: 100 }],
    [
      'hours of which some are missing',
      all,
      [null, 3, null, 1],
      { total: 4, avg: 2, peak: 3, peakTimeMs: 100 },
    ],
    ['exports', all, [-3, -1, -2, -2], { total: -8, avg: -2, peak: -1, peakTimeMs: 100 }],
    ['nothing', all, [null, null, null, null], unknown],
    [
      'decimal fractions without rounding errors',
      all,
      [0.1, 0.2, 0, 0],
      { total: 0.3, avg: 0.075, peak: 0.2, peakTimeMs: 100 },
    ],
    [
      'a range that begins within an hour',
      { startMs: 1, endMs: 400 },
      [9, 4, 2, 3],
      { total: 18, avg: 3, peak: 4, peakTimeMs: 100 },
    ],
    [
      'a range that ends within an hour',
      { startMs: 0, endMs: 399 },
      [1, 2, 3, 9],
      { total: 15, avg: 2, peak: 3, peakTimeMs: 200 },
    ],
    [
      'only parts of hours',
      { startMs: 150, endMs: 250 },
      [null, 2, 4, null],
      { total: 6, avg: 3, peak: 4, peakTimeMs: 200 },
    ],
    ['fewer hours than figures', all, [1, 1, 1, 1, 7], { total: 4, avg: 1, peak: 1, peakTimeMs: 0 }],
  ])('sums up %s', (_, range, values, expected) => {
    expect(hourlyFigures(hours, range, figures(values))).toEqual(expected);
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
