import { evidenceOf } from './evidence';
import type { MeterArithmetic, MeterReading } from './meter-arithmetic';

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
/** Readings as pairs of a minute and a value. */
const readingsOf = (...readings: readonly (readonly [number, number])[]): MeterReading[] =>
  readings.map(([minute, value]) => ({ atMs: minute * MINUTE_MS, value, quality: 0 }));
const period = (from: number, to: number) => ({ startMs: from * MINUTE_MS, endMs: to * MINUTE_MS });
const nothing = { resets: [], gaps: [], apportionments: [] };

describe('evidenceOf', () => {
  it('reports nothing if readings at regular times measure exactly the period', () => {
    const readings = readingsOf([0, 1], [15, 2], [30, 3], [45, 4]);
    expect(evidenceOf(aMeter(), readings, period(15, 30))).toEqual(nothing);
    expect(evidenceOf(aMeter(), readings, period(0, 45))).toEqual(nothing);
  });

  it.each([
    ['a reset', null, 'reset'],
    ['a rollover if the modulus is known', 1000, 'rollover'],
  ])('reports a falling value as %s', (_, registerMax, kind) => {
    const readings = readingsOf([0, 990], [15, 995], [30, 4], [45, 5]);
    const fall = { atMs: 30 * MINUTE_MS, kind, before: 995, after: 4 };
    expect(evidenceOf(aMeter({ registerMax }), readings, period(0, 45))).toEqual({
      ...nothing,
      resets: [fall],
    });
  });

  it('reports no fall if a register stands still', () => {
    const readings = readingsOf([0, 9], [15, 9], [30, 9]);
    expect(evidenceOf(aMeter(), readings, period(0, 30)).resets).toEqual([]);
  });

  it('reports a fall by exactly the modulus as a rollover', () => {
    const readings = readingsOf([0, 1000], [15, 0], [30, 1]);
    expect(evidenceOf(aMeter({ registerMax: 1000 }), readings, period(0, 30)).resets).toEqual([
      { atMs: 15 * MINUTE_MS, kind: 'rollover', before: 1000, after: 0 },
    ]);
  });

  it('reports a fall only if its step lies in the period, at least partly', () => {
    const readings = readingsOf([0, 9], [15, 2], [30, 3], [45, 4]);
    expect(evidenceOf(aMeter(), readings, period(15, 45)).resets).toEqual([]);
    expect(evidenceOf(aMeter(), readings, period(14, 45)).resets).toHaveLength(1);
    expect(evidenceOf(aMeter(), readings, period(-30, 0)).resets).toEqual([]);
    expect(evidenceOf(aMeter(), readings, period(-30, 1)).resets).toHaveLength(1);
  });

  it('does not report a fall that is the return from a false value, or a reading of bad quality', () => {
    const meter = aMeter({ maxPowerKw: 10 });
    expect(evidenceOf(meter, readingsOf([0, 1], [15, 900], [30, 2], [45, 3]), period(0, 45)).resets).toEqual(
      [],
    );
    const bad = readingsOf([0, 5], [15, 0], [30, 6]).map((reading, index) =>
      index === 1 ? { ...reading, quality: 2 } : reading,
    );
    expect(evidenceOf(aMeter(), bad, period(0, 30)).resets).toEqual([]);
  });

  it('reports no falls for a meter that is not a register', () => {
    const readings = readingsOf([0, 9], [15, 2], [30, 3]);
    expect(evidenceOf(aMeter({ kind: 'interval' }), readings, period(0, 45)).resets).toEqual([]);
  });

  it('reports a long step of a register as a gap with its energy', () => {
    const readings = readingsOf([0, 1], [30, 2], [61, 4.5], [75, 5]);
    expect(evidenceOf(aMeter(), readings, period(0, 75)).gaps).toEqual([
      { ...period(30, 61), energyMwh: 2_500_000 },
    ]);
  });

  it('reports the parts of the period without a measurement as gaps without energy, in order of time', () => {
    const interval = aMeter({ kind: 'interval' });
    const readings = readingsOf([15, 1], [30, 1], [60, 1]);
    expect(evidenceOf(interval, readings, period(0, 90)).gaps).toEqual([
      { ...period(0, 15), energyMwh: null },
      { ...period(45, 60), energyMwh: null },
      { ...period(75, 90), energyMwh: null },
    ]);
    expect(evidenceOf(interval, [], period(0, 90)).gaps).toEqual([{ ...period(0, 90), energyMwh: null }]);
  });

  it('orders the gaps of a register by time, with the unmeasured time before and after its readings', () => {
    const readings = readingsOf([10, 1], [60, 2], [70, 3]);
    expect(evidenceOf(aMeter(), readings, period(0, 90)).gaps).toEqual([
      { ...period(0, 10), energyMwh: null },
      { ...period(10, 60), energyMwh: 1_000_000 },
      { ...period(70, 90), energyMwh: null },
    ]);
  });

  it('reports how much of a step counts if the period begins or ends within the step', () => {
    const readings = readingsOf([0, 0], [15, 3], [30, 6], [45, 12]);
    expect(evidenceOf(aMeter(), readings, period(5, 40)).apportionments).toEqual([
      { ...period(0, 15), energyMwh: 3_000_000, countedMwh: 2_000_000 },
      { ...period(30, 45), energyMwh: 6_000_000, countedMwh: 4_000_000 },
    ]);
  });

  it('ignores steps that only touch the period', () => {
    const readings = readingsOf([0, 0], [40, 3], [50, 6], [90, 12]);
    expect(evidenceOf(aMeter(), readings, period(40, 50))).toEqual(nothing);
  });
});
