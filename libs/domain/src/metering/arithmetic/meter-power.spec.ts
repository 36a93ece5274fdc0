import type { MeterArithmetic, MeterReading } from './meter-arithmetic';
import { powerOfSample, powersOf } from './meter-power';

const QUARTER_MS = 900_000;
const aMeter = (overrides: Partial<MeterArithmetic> = {}): MeterArithmetic => ({
  kind: 'power',
  multiplier: 0.5,
  intervalSeconds: 900,
  stampedAt: 'start',
  registerMax: null,
  maxPowerKw: null,
  ...overrides,
});
/** One reading per quarter of an hour. */
const readingsOf = (values: readonly (number | null)[]): MeterReading[] =>
  values.map((value, index) => ({ atMs: index * QUARTER_MS, value, quality: 0 }));

describe('powerOfSample', () => {
  it.each([
    [10, null, 5],
    [10, 5, 5],
    [10.2, 5, null],
    [-10.2, 5, null],
  ])(
    'multiplies a sample, and returns null above the plausible power: %s with a limit of %s',
    (value, maxPowerKw, powerKw) => {
      expect(powerOfSample(aMeter({ maxPowerKw }), { atMs: 7, value })).toEqual({
        atMs: 7,
        powerKw,
        spanMs: 0,
      });
    },
  );
});

describe('powersOf', () => {
  it('returns the usable samples of a power meter', () => {
    const readings = [...readingsOf([2, null]), { atMs: 5, value: 9, quality: 2 }];
    expect(powersOf(aMeter(), readings)).toEqual([{ atMs: 0, powerKw: 1, spanMs: 0 }]);
  });

  it('returns the mean power of each step of a register at the end of the step', () => {
    expect(powersOf(aMeter({ kind: 'cumulative' }), readingsOf([0, 1, 4]))).toEqual([
      { atMs: QUARTER_MS, powerKw: 2, spanMs: QUARTER_MS },
      { atMs: 2 * QUARTER_MS, powerKw: 6, spanMs: QUARTER_MS },
    ]);
  });

  it.each([
    ['start', QUARTER_MS],
    ['end', 0],
  ] as const)('returns the power of an interval that is stamped at its %s', (stampedAt, firstMs) => {
    const powers = powersOf(aMeter({ kind: 'interval', stampedAt }), readingsOf([1, 2]));
    expect(powers).toEqual([
      { atMs: firstMs, powerKw: 2, spanMs: QUARTER_MS },
      { atMs: firstMs + QUARTER_MS, powerKw: 4, spanMs: QUARTER_MS },
    ]);
  });
});
