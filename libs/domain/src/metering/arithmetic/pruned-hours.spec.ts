import { HOUR_MS, type MeterArithmetic } from './meter-arithmetic';
import {
  extendPruned,
  isRefused,
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
  ])('returns the pruned hours of a meter: %s', (_, meter, expected) => {
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
  ])('removes the pruned hours %j from the range %j: %j', (meter, [from = 0, to = 0], expected) => {
    const range = { fromMs: from * HOUR_MS, toMs: to * HOUR_MS };
    const parts = withoutPrunedHours(meter, range);
    expect(parts.map(({ fromMs, toMs }) => [fromMs / HOUR_MS, toMs / HOUR_MS])).toEqual(expected);
  });
});

describe('isRefused', () => {
  const register = meter({ kind: 'cumulative' });
  const atEnd = meter({ stampedAt: 'end', intervalSeconds: 5400 });
  const atStart = meter({ intervalSeconds: 5400 });
  it.each([
    ['a register', none, register, 7, false],
    ['a register', untilTen, register, -1000, true],
    ['a register', untilTen, register, 10, false],
    ['a register', fiveToTen, register, 4, false],
    ['a register, at the end of the last step before the pruned hours', fiveToTen, register, 5, false],
    ['a register', fiveToTen, register, 5.001, true],
    ['a register', fiveToTen, register, 9.999, true],
    ['a register', fiveToTen, register, 10, false],
    ['an interval that begins before the pruned hours', fiveToTen, atEnd, 6.499, false],
    ['an interval that begins with the pruned hours', fiveToTen, atEnd, 6.5, true],
    ['an interval that ends within the pruned hours', fiveToTen, atStart, 8.499, true],
    ['an interval that ends with the pruned hours', fiveToTen, atStart, 8.5, true],
    ['an interval that ends with the pruned hours', fiveToTen, atEnd, 10, true],
    ['an interval that ends after the pruned hours', fiveToTen, atEnd, 10.001, false],
    ['an interval that begins before the pruned hours', fiveToTen, atStart, 4.999, false],
    ['an interval that ends after the pruned hours', fiveToTen, atStart, 8.501, false],
  ])(
    'decides whether to refuse a reading of %s, with the pruned hours %j and the settings %j, at hour %s: %s',
    (_, pruned, arithmetic, hour, expected) => {
      const atMs = hour * HOUR_MS;
      expect(isRefused({ ...pruned, ...arithmetic }, atMs)).toBe(expected);
      const reading = { atMs, value: 1, quality: 0 };
      expect(withoutPrunedReadings({ ...pruned, ...arithmetic }, [reading])).toEqual(
        expected ? [] : [reading],
      );
    },
  );
});

describe('extendPruned', () => {
  const hours = { fromMs: 6 * HOUR_MS, toMs: 8 * HOUR_MS };

  it.each([
    ['to a meter without pruned hours', { ...none, keptFrom: null }, [6, 8, 7]],
    ['inside of the pruned hours', { ...fiveToTen, keptFrom: at(9) }, [5, 10, 9]],
    ['before the pruned hours', { prunedFrom: at(8), prunedTo: at(10), keptFrom: at(9) }, [6, 10, 9]],
    ['after the pruned hours', { prunedFrom: at(2), prunedTo: at(6), keptFrom: at(5) }, [2, 8, 7]],
    ['to pruned hours without a start', { ...untilTen, prunedTo: at(7), keptFrom: at(6) }, [null, 8, 7]],
  ])('adds hours %s', (_, meter, [from, to, kept]) => {
    expect(extendPruned(meter, hours, 7 * HOUR_MS)).toEqual({
      prunedFrom: typeof from === 'number' ? at(from) : null,
      prunedTo: at(to ?? 0),
      keptFrom: at(kept ?? 0),
    });
  });
});

describe('prunedAfterChange', () => {
  const nowMs = 100 * HOUR_MS;
  const before = { ...fiveToTen, keptFrom: new Date(8.5 * HOUR_MS), ...meter({ intervalSeconds: 900 }) };

  it.each([
    ['an interval that follows its timestamp reaches further', {}, 10],
    ['an interval that precedes its timestamp reaches no further', { stampedAt: 'end' }, 9],
    ['a register reaches no further', { kind: 'cumulative' }, 9],
    ['a long interval ends no later than now', { intervalSeconds: 360_000 }, 100],
  ] as const)('computes the end of the pruned hours: %s', (_, overrides, hour) => {
    expect(prunedAfterChange(before, meter(overrides), nowMs)).toEqual({
      prunedFrom: null,
      prunedTo: at(hour),
    });
  });

  it('computes the end of the pruned hours if an interval before its timestamp changes its length', () => {
    const atEnd = { ...before, ...meter({ stampedAt: 'end', intervalSeconds: 900 }) };
    expect(prunedAfterChange(atEnd, meter({ stampedAt: 'end' }), nowMs)).toEqual({
      prunedFrom: null,
      prunedTo: at(9),
    });
  });

  it('does not extend the pruned hours to the hour of the first reading that was kept', () => {
    expect(prunedAfterChange({ ...before, keptFrom: at(9) }, meter({ kind: 'power' }), nowMs)).toEqual({
      prunedFrom: null,
      prunedTo: at(9),
    });
  });

  it('returns the same end if the interval is changed repeatedly between two lengths', () => {
    const half = meter({ intervalSeconds: 1800 });
    const two = meter({ intervalSeconds: 7200 });
    const state = { ...before, ...half };
    for (const changed of [two, half, two, half, two])
      Object.assign(state, prunedAfterChange(state, changed, nowMs), changed);
    expect(state.prunedTo).toEqual(at(11));
  });

  it.each([
    [{}, { intervalSeconds: 60 }],
    [{}, { stampedAt: 'end' }],
    [{ kind: 'power' }, { intervalSeconds: 60 }],
  ] as const)('changes nothing if a register becomes %j and gets the settings %j', (kind, settings) => {
    const register = { ...before, ...meter({ kind: 'cumulative' }) };
    const changed = meter({ kind: 'cumulative', ...kind, ...settings });
    expect(prunedAfterChange(register, changed, nowMs)).toEqual({});
  });

  it('changes nothing if nothing has been pruned', () => {
    expect(
      prunedAfterChange({ ...none, keptFrom: null, ...meter({}) }, meter({ stampedAt: 'end' }), nowMs),
    ).toEqual({});
  });
});
