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

describe('the measurement of a register', () => {
  it.each([
    ['counts up', [100, 101, 103.5], null, [1_000_000, 2_500_000]],
    ['falls, which is a reset to zero', [100, 101, 2, 3], null, [1_000_000, 2_000_000, 1_000_000]],
    ['falls, which is a rollover because its modulus is known', [998, 3, 4], 1000, [5_000_000, 1_000_000]],
    ['falls below zero', [5, -3], null, [0]],
    ['falls from a value above its modulus', [1500, 10], 1000, [10_000_000]],
    ['stands still', [7, 7], null, [0]],
    ['falls by less than a milliwatt-hour', [100.0000009, 100, 100.5], null, [0, 500_000]],
    ['falls by less than a milliwatt-hour below its modulus', [100.0000004, 100, 100.5], 1000, [0, 500_000]],
    ['has only one reading', [7], null, []],
  ])('returns the energy of each step if the register %s', (_, values, registerMax, expected) => {
    expect(energies(aMeter({ registerMax }), readingsEvery(15 * MINUTE_MS, values))).toEqual(expected);
  });

  it('skips missing and bad readings instead of counting them as zero', () => {
    const readings = readingsEvery(15 * MINUTE_MS, [100, null, 0, 103]);
    const bad = readings.map((reading, index) => (index === 2 ? { ...reading, quality: 2 } : reading));
    expect(spansOfReadings(aMeter(), bad)).toEqual([
      { startMs: T0, endMs: T0 + 45 * MINUTE_MS, energyMwh: 3_000_000, estimatedWhenCut: true },
    ]);
  });

  it('multiplies register values by the multiplier, exactly to the milliwatt-hour', () => {
    expect(energies(aMeter({ multiplier: 0.001 }), readingsEvery(MINUTE_MS, [1, 1.001]))).toEqual([1]);
  });

  it.each([
    ['counts up', [100, 101.5], null, [-1_500_000]],
    ['falls, which is a reset to zero', [100, 2, 2], null, [-2_000_000, 0]],
    ['falls, which is a rollover because its modulus is known', [998, 3], 1000, [-5_000_000]],
    ['falls below zero', [5, -3], null, [0]],
  ])(
    'returns negative energy for a negative multiplier if the register %s',
    (_, values, registerMax, expected) => {
      const meter = aMeter({ registerMax, multiplier: -1 });
      expect(energies(meter, readingsEvery(15 * MINUTE_MS, values))).toEqual(expected);
    },
  );

  it('returns steps that add up to the difference of the first and last reading, even if readings are out of order', () => {
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
    'has estimated parts after a cut only if it is long (interval of the meter %s s, step of %s ms: %s)',
    (seconds, stepMs, expected) => {
      const meter = aMeter({ intervalSeconds: seconds });
      expect(spansOfReadings(meter, readingsEvery(stepMs, [1, 2]))).toEqual([
        { startMs: T0, endMs: T0 + stepMs, energyMwh: 1_000_000, estimatedWhenCut: expected },
      ]);
    },
  );

  it('is counted if the register rolls over to exactly zero, and if the readings are uncertain', () => {
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
      'skips a false sample below zero',
      { maxPowerKw: 100 },
      [24, 72, -1, 240, 290],
      [
        [0, 48],
        [1, 168],
        [3, 50],
      ],
      [2],
    ],
    [
      'skips a false zero',
      { maxPowerKw: 300 },
      [24, 72, 0, 240],
      [
        [0, 48],
        [1, 168],
      ],
      [2],
    ],
    [
      'skips a false high sample',
      { maxPowerKw: 100 },
      [24, 72, 9999, 96],
      [
        [0, 48],
        [1, 24],
      ],
      [2],
    ],
    [
      'skips a high sample within the limit if the register falls again after it',
      { maxPowerKw: 100 },
      [24, 72, 150, 96, 120],
      [
        [0, 48],
        [1, 24],
        [3, 24],
      ],
      [2],
    ],
    [
      'skips a high sample even if the fall after it could be a rollover',
      { maxPowerKw: 100, registerMax: 10_000 },
      [24, 72, 9999, 96],
      [
        [0, 48],
        [1, 24],
      ],
      [2],
    ],
    ['does not count a fall from an implausible level', { maxPowerKw: 100 }, [72, 9999, 50], [], [1, 2]],
    [
      'continues from a new level',
      { maxPowerKw: 100 },
      [72, 5000, 5010, 5030],
      [
        [1, 10],
        [2, 20],
      ],
      [1],
    ],
    [
      'skips the first of two adjacent samples if both may be false',
      { maxPowerKw: 100 },
      [10, 9999, 20, 9999, 30],
      [[0, 10]],
      [1, 3, 4],
    ],
    [
      'skips a spike',
      { maxPowerKw: 100 },
      [500, 560, 9999, 620, 650],
      [
        [0, 60],
        [1, 60],
        [3, 30],
      ],
      [2],
    ],
    [
      'keeps a reset within the limit',
      { maxPowerKw: 100 },
      [500, 20, 45],
      [
        [0, 20],
        [1, 25],
      ],
      [],
    ],
    ['keeps a rollover within the limit', { maxPowerKw: 100, registerMax: 1000 }, [990, 10], [[0, 20]], []],
    [
      'keeps the sample before a rollover within the limit',
      { maxPowerKw: 100, registerMax: 1000 },
      [970, 990, 10],
      [
        [0, 20],
        [1, 20],
      ],
      [],
    ],
    [
      'keeps a reset to exactly zero',
      { maxPowerKw: 100 },
      [24, 72, 0, 10],
      [
        [0, 48],
        [1, 0],
        [2, 10],
      ],
      [],
    ],
    ['does not count a reset to a value below zero', { maxPowerKw: 100 }, [24, 72, -1], [[0, 48]], [2]],
    [
      'counts a register that stands still at a new level',
      { maxPowerKw: 100 },
      [72, 5000, 5000, 5010],
      [
        [1, 0],
        [2, 10],
      ],
      [1],
    ],
    [
      'keeps a sample after which the register rises too fast, because only a fall shows that a sample is false',
      { maxPowerKw: 100 },
      [0, 10, 160],
      [[0, 10]],
      [2],
    ],
    [
      'reports a skipped step and a later false sample in order of time',
      { maxPowerKw: 100 },
      [72, 5000, 5010, 9999, 5030, 5040],
      [
        [1, 10],
        [2, 20],
        [4, 10],
      ],
      [1, 3],
    ],
    ['skips a rollover above the limit', { maxPowerKw: 100, registerMax: 1000 }, [72, -1], [], [1]],
    ['allows a step of exactly its value', { maxPowerKw: 100 }, [0, 100, 200.001], [[0, 100]], [2]],
    [
      'is in kW for every unit of the point',
      { maxPowerKw: 0.1, multiplier: 0.001 },
      [0, 100, 201],
      [[0, 0.1]],
      [2],
    ],
    [
      'applies to each interval, including exported energy',
      { maxPowerKw: 100, kind: 'interval', intervalSeconds: 3600 },
      [90, 101, -101],
      [[0, 90]],
      [2, 3],
    ],
    [
      'applies to each sample of a power meter',
      { maxPowerKw: 100, kind: 'power', intervalSeconds: 3600 },
      [90, 101, 10, 20],
      [[2, 15]],
      [1, 2],
    ],
    [
      'is in kW for every unit of a power meter',
      { maxPowerKw: 100, kind: 'power', intervalSeconds: 3600, multiplier: 2 },
      [40, 51, 10, 20],
      [[2, 30]],
      [1, 2],
    ],
  ])('%s', (_, settings, values, counted, implausible) => {
    expect(kwhOf(aMeter(settings), values)).toEqual([counted, implausible]);
  });

  it.each([
    ['a register', { intervalSeconds: 60 }, [0, 0, 1, 1, 2], 2],
    ['an interval meter', { intervalSeconds: 60, kind: 'interval' }, [0, 1, 0, 1, 0], 2],
  ] as const)(
    'accepts every step of %s that counts whole kWh and is read every minute',
    (_, settings, values, kwh) => {
      const { spans, implausibleMs } = measure(
        aMeter({ maxPowerKw: 50, ...settings }),
        readingsEvery(MINUTE_MS, [...values]),
      );
      expect(spans.reduce((sum, { energyMwh }) => sum + energyMwh, 0)).toBe(kwh * 1e6);
      expect(implausibleMs).toEqual([]);
    },
  );

  it('limits the mean power of a step, so that a step across a long gap may have more energy', () => {
    const readings = [0, 1000].map((value, index) => ({
      atMs: T0 + index * 10 * HOUR_MS,
      value,
      quality: 0,
    }));
    expect(energies(aMeter({ maxPowerKw: 100 }), readings)).toEqual([1_000_000_000]);
    expect(energies(aMeter({ maxPowerKw: 99 }), readings)).toEqual([]);
  });
});

describe('the measurement of an interval meter', () => {
  it.each([
    ['start', T0, T0 + HOUR_MS],
    ['end', T0 - HOUR_MS, T0],
  ] as const)(
    'treats each timestamp as the %s of an interval, as configured',
    (stampedAt, startMs, endMs) => {
      const meter = aMeter({ kind: 'interval', intervalSeconds: 3600, stampedAt });
      expect(spansOfReadings(meter, readingsEvery(HOUR_MS, [10.8]))).toEqual([
        { startMs, endMs, energyMwh: 10_800_000, estimatedWhenCut: true },
      ]);
    },
  );

  it('skips missing intervals', () => {
    const meter = aMeter({ kind: 'interval', intervalSeconds: 3600 });
    expect(energies(meter, readingsEvery(HOUR_MS, [1, null, 3]))).toEqual([1_000_000, 3_000_000]);
  });
});

describe('the measurement of a power meter', () => {
  const meter = aMeter({ kind: 'power', intervalSeconds: 60 });

  it('returns the area under the line between the samples', () => {
    expect(energies(meter, readingsEvery(MINUTE_MS, [60, 60, 120]))).toEqual([1_000_000, 1_500_000]);
  });

  it('multiplies power by the multiplier and by the time between the samples', () => {
    const scaled = { ...meter, multiplier: 3 };
    expect(energies(scaled, readingsEvery(2 * MINUTE_MS, [10, 30]))).toEqual([2_000_000]);
  });

  it.each([
    [2 * MINUTE_MS, 1],
    [2 * MINUTE_MS + 1, 0],
  ])(
    'treats a distance of more than two intervals as a gap: %s ms between samples, %s steps',
    (stepMs, steps) => {
      expect(spansOfReadings(meter, readingsEvery(stepMs, [60, 60]))).toHaveLength(steps);
    },
  );

  it('returns one span between every two consecutive samples', () => {
    expect(spansOfReadings(meter, readingsEvery(MINUTE_MS, [60, 60, 0]))).toEqual([
      { startMs: T0, endMs: T0 + MINUTE_MS, energyMwh: 1_000_000, estimatedWhenCut: false },
      { startMs: T0 + MINUTE_MS, endMs: T0 + 2 * MINUTE_MS, energyMwh: 500_000, estimatedWhenCut: false },
    ]);
  });

  it('marks a span that is longer than a quarter of an hour, because its parts are estimates if it is cut', () => {
    const slow = { ...meter, intervalSeconds: 1800 };
    expect(spansOfReadings(slow, readingsEvery(30 * MINUTE_MS, [2, 2]))).toMatchObject([
      { energyMwh: 1_000_000, estimatedWhenCut: true },
    ]);
  });
});
