import { HOUR_MS, type MeterArithmetic } from './meter-arithmetic';
import {
  isInPrunedHours,
  prunedAfterChange,
  prunedHours,
  withoutPrunedHours,
  withoutPrunedReadings,
} from './pruned-hours';

const at = (hour: number) => new Date(hour * HOUR_MS);
const none = { prunedFrom: null, prunedTo: null };
const untilTen = { prunedFrom: null, prunedTo: at(10) };
const fiveToTen = { prunedFrom: at(5), prunedTo: at(10) };

const meter = (overrides: Partial<MeterArithmetic>): MeterArithmetic => ({
  kind: 'interval',
  multiplier: 1,
  intervalSeconds: 3600,
  stampedAt: 'start',
  registerMax: null,
  maxPowerKw: null,
  ...overrides,
});

describe('prunedHours', () => {
  it.each([
    ['nothing', none, null],
    ['all until ten', untilTen, { fromMs: Number.NEGATIVE_INFINITY, toMs: 10 * HOUR_MS }],
    ['five to ten', fiveToTen, { fromMs: 5 * HOUR_MS, toMs: 10 * HOUR_MS }],
  ])('reads a meter that pruned %s', (_, meter, expected) => {
    expect(prunedHours(meter)).toEqual(expected);
  });
});

describe('withoutPrunedHours', () => {
  it.each([
    [none, [0, 20], [[0, 20]]],
    [none, [3, 3], []],
    [untilTen, [0, 20], [[10, 20]]],
    [untilTen, [12, 20], [[12, 20]]],
    [untilTen, [0, 10], []],
    [
      fiveToTen,
      [0, 20],
      [
        [0, 5],
        [10, 20],
      ],
    ],
    [fiveToTen, [5, 10], []],
    [fiveToTen, [0, 4], [[0, 4]]],
    [fiveToTen, [4, 7], [[4, 5]]],
    [fiveToTen, [7, 12], [[10, 12]]],
  ])('%j leaves of the hours %j: %j', (meter, [from = 0, to = 0], expected) => {
    const range = { fromMs: from * HOUR_MS, toMs: to * HOUR_MS };
    const parts = withoutPrunedHours(meter, range);
    expect(parts.map(({ fromMs, toMs }) => [fromMs / HOUR_MS, toMs / HOUR_MS])).toEqual(expected);
  });
});

describe('isInPrunedHours', () => {
  it.each([
    [none, 7, false],
    [untilTen, -1000, true],
    [untilTen, 10, false],
    [fiveToTen, 5, false],
    [fiveToTen, 5.001, true],
    [fiveToTen, 9.999, true],
    [fiveToTen, 10, false],
    [fiveToTen, 12, false],
    [fiveToTen, 4, false],
  ])('%j at hour %s: %s', (meter, hour, expected) => {
    const atMs = hour * HOUR_MS;
    expect(isInPrunedHours(meter, atMs)).toBe(expected);
    const reading = { atMs, value: 1, quality: 0 };
    expect(withoutPrunedReadings(meter, [reading])).toEqual(expected ? [] : [reading]);
  });
});

describe('prunedAfterChange', () => {
  it.each([
    ['an interval after its stamp reaches into the next hour', {}, 11],
    ['a quarter after its stamp reaches into the next hour', { intervalSeconds: 900 }, 11],
    ['an interval before its stamp reaches no further', { stampedAt: 'end' }, 10],
    ['a register reaches no further', { kind: 'cumulative' }, 10],
    ['a power meter reaches no further', { kind: 'power' }, 10],
  ] as const)('%s', (_, overrides, hour) => {
    expect(prunedAfterChange(fiveToTen, meter(overrides))).toEqual({ prunedFrom: null, prunedTo: at(hour) });
  });

  it('stays empty if nothing has been pruned', () => {
    expect(prunedAfterChange(none, meter({}))).toEqual(none);
  });
});
