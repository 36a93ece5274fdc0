import fc from 'fast-check';
import { HOUR_MS, type MeterArithmetic, type MeterReading } from './meter-arithmetic';
import { measure, spansOfReadings } from './reading-spans';

const T0 = Date.parse('2024-01-01T00:00Z');
const MINUTE_MS = 60_000;

const aMeter = (overrides: Partial<MeterArithmetic> = {}): MeterArithmetic => ({
  kind: 'cumulative',
  multiplier: 1,
  intervalSeconds: 900,
  stampedAt: 'start',
  registerMax: null,
  maxPowerKw: null,
  ...overrides,
});

const readingsEvery = (stepMs: number, values: (number | null)[], quality = 0): MeterReading[] =>
  values.map((value, index) => ({ atMs: T0 + index * stepMs, value, quality }));

const energies = (meter: MeterArithmetic, readings: MeterReading[]) =>
  spansOfReadings(meter, readings).map(({ energyMwh }) => energyMwh);

describe('a register', () => {
  it.each([
    ['counts up', [100, 101, 103.5], null, [1_000_000, 2_500_000]],
    ['that falls was reset, and counts from zero', [100, 101, 2, 3], null, [1_000_000, 2_000_000, 1_000_000]],
    ['that falls rolled over where its width is known', [998, 3, 4], 1000, [5_000_000, 1_000_000]],
    ['never gives negative energy, not even from below zero', [5, -3], null, [0]],
    ['above its own width falls like one without', [1500, 10], 1000, [10_000_000]],
    ['that stands still used nothing', [7, 7], null, [0]],
    ['of one reading tells nothing yet', [7], null, []],
  ])('%s', (_, values, registerMax, expected) => {
    expect(energies(aMeter({ registerMax }), readingsEvery(15 * MINUTE_MS, values))).toEqual(expected);
  });

  it('passes over missing and bad readings: neither is a zero', () => {
    const readings = readingsEvery(15 * MINUTE_MS, [100, null, 0, 103]);
    const bad = readings.map((reading, index) => (index === 2 ? { ...reading, quality: 2 } : reading));
    expect(spansOfReadings(aMeter(), bad)).toEqual([
      { startMs: T0, endMs: T0 + 45 * MINUTE_MS, energyMwh: 3_000_000, estimatedWhenCut: true },
    ]);
  });

  it('scales by its multiplier, to the milliwatt-hour', () => {
    expect(energies(aMeter({ multiplier: 0.001 }), readingsEvery(MINUTE_MS, [1, 1.001]))).toEqual([1]);
  });

  it('has steps that add up to the difference of its ends, in any order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: 0, max: 1e6, noNaN: true }), { minLength: 2 }), (values) => {
        const readings = readingsEvery(
          MINUTE_MS,
          values.toSorted((a, b) => a - b),
        );
        const sum = energies(aMeter(), readings.toReversed()).reduce((total, part) => total + part, 0);
        const [first, last] = [readings[0]?.value ?? 0, readings.at(-1)?.value ?? 0];
        expect(sum).toBe(Math.round(last * 1e6) - Math.round(first * 1e6));
      }),
    );
  });
});

describe('a step of a register', () => {
  it.each([
    [60, 2 * MINUTE_MS, false],
    [60, 2 * MINUTE_MS + 1, true],
    [900, 15 * MINUTE_MS, false],
    [900, 15 * MINUTE_MS + 1, true],
    [3600, HOUR_MS, true],
  ])(
    'of a meter with %s s between readings over %s ms: an estimate when cut is %s',
    (seconds, stepMs, expected) => {
      const meter = aMeter({ intervalSeconds: seconds });
      expect(spansOfReadings(meter, readingsEvery(stepMs, [1, 2]))).toEqual([
        { startMs: T0, endMs: T0 + stepMs, energyMwh: 1_000_000, estimatedWhenCut: expected },
      ]);
    },
  );

  it('rolls over to exactly zero, and takes uncertain readings', () => {
    const meter = aMeter({ registerMax: 1000, multiplier: 2 });
    expect(energies(meter, readingsEvery(MINUTE_MS, [1000, 0, 1], 1))).toEqual([0, 2_000_000]);
  });
});

const kwhOf = (meter: MeterArithmetic, values: number[]) => {
  const { spans, implausibleMs } = measure(meter, readingsEvery(HOUR_MS, values));
  return [
    spans.map(({ startMs, energyMwh }) => [(startMs - T0) / HOUR_MS, energyMwh / 1e6]),
    implausibleMs.map((ms) => (ms - T0) / HOUR_MS),
  ];
};

describe('a limit of plausible power', () => {
  it.each<[string, Partial<MeterArithmetic>, number[], [number, number][], number[]]>([
    [
      'is off by default',
      {},
      [24, 72, -1, 240],
      [
        [0, 48],
        [1, 0],
        [2, 241],
      ],
      [],
    ],
    [
      'skips a fall below zero and the return from it',
      { maxPowerKw: 100 },
      [24, 72, -1, 240, 290],
      [
        [0, 48],
        [3, 50],
      ],
      [2, 3],
    ],
    [
      'skips the return from a fall to zero',
      { maxPowerKw: 100 },
      [24, 72, 0, 240],
      [
        [0, 48],
        [1, 0],
      ],
      [3],
    ],
    [
      'skips a spike and the fall from it',
      { maxPowerKw: 100 },
      [500, 560, 9999, 620, 650],
      [
        [0, 60],
        [3, 30],
      ],
      [2, 3],
    ],
    ['keeps a reset within the limit', { maxPowerKw: 100 }, [500, 20], [[0, 20]], []],
    ['keeps a rollover within the limit', { maxPowerKw: 100, registerMax: 1000 }, [990, 10], [[0, 20]], []],
    ['skips a rollover above the limit', { maxPowerKw: 100, registerMax: 1000 }, [72, -1], [], [1]],
    ['allows a step of exactly its value', { maxPowerKw: 100 }, [0, 100, 200.001], [[0, 100]], [2]],
    [
      'is in kW, whatever the unit of the point',
      { maxPowerKw: 0.1, multiplier: 0.001 },
      [0, 100, 201],
      [[0, 0.1]],
      [2],
    ],
    [
      'holds for intervals, exported energy too',
      { maxPowerKw: 100, kind: 'interval', intervalSeconds: 3600 },
      [90, 101, -101],
      [[0, 90]],
      [2, 3],
    ],
    [
      'holds for each sample of power',
      { maxPowerKw: 100, kind: 'power', intervalSeconds: 3600 },
      [90, 101, 10, 20],
      [[2, 15]],
      [1, 2],
    ],
  ])('%s', (_, settings, values, counted, implausible) => {
    expect(kwhOf(aMeter(settings), values)).toEqual([counted, implausible]);
  });

  it('is of mean power, so a step over a long gap may carry more energy', () => {
    const readings = [0, 1000].map((value, index) => ({
      atMs: T0 + index * 10 * HOUR_MS,
      value,
      quality: 0,
    }));
    expect(energies(aMeter({ maxPowerKw: 100 }), readings)).toEqual([1_000_000_000]);
    expect(energies(aMeter({ maxPowerKw: 99 }), readings)).toEqual([]);
  });
});

describe('an interval meter', () => {
  it.each([
    ['start', T0, T0 + HOUR_MS],
    ['end', T0 - HOUR_MS, T0],
  ] as const)('stamped at its %s', (stampedAt, startMs, endMs) => {
    const meter = aMeter({ kind: 'interval', intervalSeconds: 3600, stampedAt });
    expect(spansOfReadings(meter, readingsEvery(HOUR_MS, [10.8]))).toEqual([
      { startMs, endMs, energyMwh: 10_800_000, estimatedWhenCut: true },
    ]);
  });

  it('leaves out what is missing', () => {
    const meter = aMeter({ kind: 'interval', intervalSeconds: 3600 });
    expect(energies(meter, readingsEvery(HOUR_MS, [1, null, 3]))).toEqual([1_000_000, 3_000_000]);
  });
});

describe('a power meter', () => {
  const meter = aMeter({ kind: 'power', intervalSeconds: 60 });

  it('gives the area under the line between its samples', () => {
    expect(energies(meter, readingsEvery(MINUTE_MS, [60, 60, 120]))).toEqual([1_000_000, 1_500_000]);
  });

  it('scales by its multiplier and by the time between its samples', () => {
    const scaled = { ...meter, multiplier: 3 };
    expect(energies(scaled, readingsEvery(2 * MINUTE_MS, [10, 30]))).toEqual([2_000_000]);
  });

  it.each([
    [2 * MINUTE_MS, 1],
    [2 * MINUTE_MS + 1, 0],
  ])('takes samples %s ms apart for %s step: more than two intervals is a gap', (stepMs, steps) => {
    expect(spansOfReadings(meter, readingsEvery(stepMs, [60, 60]))).toHaveLength(steps);
  });

  it('has one span from each sample to the next', () => {
    expect(spansOfReadings(meter, readingsEvery(MINUTE_MS, [60, 60, 0]))).toEqual([
      { startMs: T0, endMs: T0 + MINUTE_MS, energyMwh: 1_000_000, estimatedWhenCut: false },
      { startMs: T0 + MINUTE_MS, endMs: T0 + 2 * MINUTE_MS, energyMwh: 500_000, estimatedWhenCut: false },
    ]);
  });

  it('is estimated between samples further apart than a quarter', () => {
    const slow = { ...meter, intervalSeconds: 1800 };
    expect(spansOfReadings(slow, readingsEvery(30 * MINUTE_MS, [2, 2]))).toMatchObject([
      { energyMwh: 1_000_000, estimatedWhenCut: true },
    ]);
  });
});
