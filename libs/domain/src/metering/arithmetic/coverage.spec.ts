import { coverageOf } from './coverage';

describe('coverageOf', () => {
  const YEAR_MS = 365 * 24 * 3_600_000;

  it.each([
    ['nothing was measured', 0, 1000, 0],
    ['there are no meters', 0, 0, 0],
    ['half was measured', 500, 1000, 0.5],
    ['a third was measured', 1, 3, 0.333333],
    ['two thirds were measured', 2, 3, 0.666666],
    ['all was measured', YEAR_MS * 40, YEAR_MS * 40, 1],
    ['more was measured, because the clocks went back', 1001, 1000, 1],
    ['a millisecond is missing', YEAR_MS - 1, YEAR_MS, 0.999999],
    ['a millisecond was measured', 1, YEAR_MS, 0.000001],
  ])('returns the share in millionths if %s', (_, coveredMs, wholeMs, coverage) => {
    expect(coverageOf(coveredMs, wholeMs)).toBe(coverage);
  });
});
