import fc from 'fast-check';
import type { MeterArithmetic, MeterReading } from './meter-arithmetic';
import { byStamp, changedReadings, mergeReadings, withoutExcess } from './reading-changes';

const aReading = (atMs: number, value: number | null, quality = 0): MeterReading => ({
  atMs,
  value,
  quality,
});

const anyReadings = fc.array(
  fc.record({
    atMs: fc.nat(8),
    value: fc.option(fc.nat(2)),
    quality: fc.nat(2),
  }),
  { maxLength: 12 },
);

/** A slow model of `byStamp`: the last reading of each timestamp, in order. */
function lastOfEachStamp(readings: readonly MeterReading[]): MeterReading[] {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((stamp) => {
    const last = readings.findLast(({ atMs }) => atMs === stamp);
    return last === undefined ? [] : [last];
  });
}

describe('byStamp', () => {
  it.each([
    ['readings in another order', [aReading(3, 1), aReading(1, 2), aReading(2, 3)], [1, 2, 3]],
    ['two readings with the same timestamp', [aReading(1, 1), aReading(1, 2)], [1]],
    ['readings in order', [aReading(1, 1), aReading(2, 2)], [1, 2]],
    ['an empty list', [], []],
  ])('returns the last reading of each timestamp, in order: %s', (_, readings, stamps) => {
    expect(byStamp(readings).map(({ atMs }) => atMs)).toEqual(stamps);
    expect(byStamp(readings)).toEqual(lastOfEachStamp(readings));
  });

  it('returns a new array', () => {
    const readings = [aReading(1, 1)];
    expect(byStamp(readings)).not.toBe(readings);
  });

  it('returns the last reading of each timestamp, in order, for random readings', () => {
    fc.assert(
      fc.property(anyReadings, (readings) => {
        expect(byStamp(readings)).toEqual(lastOfEachStamp(readings));
      }),
    );
  });
});

describe('mergeReadings', () => {
  it('replaces a stored reading with the changed reading of the same timestamp', () => {
    fc.assert(
      fc.property(anyReadings.map(lastOfEachStamp), anyReadings.map(lastOfEachStamp), (stored, changes) => {
        expect(mergeReadings(stored, changes)).toEqual(lastOfEachStamp([...stored, ...changes]));
      }),
    );
  });
});

describe('changedReadings', () => {
  it('drops a reading if the stored reading has the same value and quality', () => {
    fc.assert(
      fc.property(anyReadings.map(lastOfEachStamp), anyReadings, (stored, incoming) => {
        const known = new Set(stored.map((reading) => JSON.stringify(reading)));
        const expected = incoming.filter(
          ({ atMs, value, quality }) => !known.has(JSON.stringify({ atMs, value, quality })),
        );
        expect(changedReadings(stored, incoming)).toEqual(expected);
      }),
    );
  });
});

describe('a reading of the gateway with the timestamp of an imported reading', () => {
  const imported = { ...aReading(1, 5), importId: 3 };

  it.each([
    ['replaces it, even with the same value', aReading(1, 5), true],
    ['replaces it with another value', aReading(1, 6), true],
    ['replaces it if its quality is uncertain', aReading(1, 5, 1), true],
    ['does not replace it if its quality is bad', aReading(1, 6, 2), false],
    ['does not replace it if it has no value', aReading(1, null), false],
  ])('%s', (_, reading, replaces) => {
    expect(changedReadings([imported], [reading])).toEqual(replaces ? [reading] : []);
  });
});

describe('withoutExcess', () => {
  const meter: MeterArithmetic = {
    kind: 'cumulative',
    multiplier: 1,
    intervalSeconds: 900,
    stampedAt: 'start',
    registerMax: null,
    maxPowerKw: null,
  };

  it.each([
    ['keeps', 9_007_199_254, { value: 9_007_199_254, quality: 1 }],
    ['drops', 9_007_199_255, { value: null, quality: 2 }],
    ['drops', -1e300, { value: null, quality: 2 }],
    ['keeps', 0, { value: 0, quality: 1 }],
    ['keeps', null, { value: null, quality: 1 }],
  ])('drops only values that are too large: %s %s', (_, value, expected) => {
    expect(withoutExcess(meter, [aReading(5, value, 1)])).toEqual([{ atMs: 5, ...expected }]);
  });
});
