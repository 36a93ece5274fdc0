import { matchesReading } from './matches-reading';

describe('matchesReading', () => {
  it.each<[unknown, unknown, number]>([
    [21.5, 21.5, 0],
    [21.3, Math.fround(21.3), 0],
    [-40.7, Math.fround(-40.7), 0],
    [0, 0, 0],
    [21, 21.4, 0.5],
    [21, 20.5, 0.5],
    [true, true, 0],
    [true, 1, 0],
    [false, 0, 0],
    [1, true, 0],
    ['auto', 'auto', 0],
    [null, null, 0],
    [{ on: true }, { on: true }, 0],
  ])(
    'returns true for the written value %j, the reading %j and the tolerance %d',
    (written, read, tolerance) => {
      expect(matchesReading(written, read, tolerance)).toBe(true);
    },
  );

  it.each<[unknown, unknown, number]>([
    [21.5, 21.4, 0],
    [0, 0.001, 0],
    [21, 21.51, 0.5],
    [21, null, 100],
    [0, null, 0],
    [false, null, 0],
    [true, 0, 0],
    ['21', 21, 0],
    [21, '21', 0],
    ['auto', 'Auto', 0],
    ['', null, 0],
    [null, 0, 0],
    [{ on: true }, { on: false }, 0],
  ])(
    'returns false for the written value %j, the reading %j and the tolerance %d',
    (written, read, tolerance) => {
      expect(matchesReading(written, read, tolerance)).toBe(false);
    },
  );
});
