import { cutsThrough, energyUntil } from './apportion';

const span = { startMs: 100, endMs: 200, energyMwh: 10, estimatedWhenCut: true };

describe('energyUntil', () => {
  it.each([
    [0, 0],
    [100, 0],
    [104, 0],
    [105, 1],
    [150, 5],
    [194, 9],
    [200, 10],
    [1000, 10],
  ])('returns the energy of a span up to an instant: up to %s, the energy is %s', (untilMs, expected) => {
    expect(energyUntil(span, untilMs)).toBe(expected);
  });
});

describe('cutsThrough', () => {
  it.each([
    [99, false],
    [100, false],
    [101, true],
    [199, true],
    [200, false],
    [201, false],
  ])(
    'returns true only for instants strictly within the span: for %s, the result is %s',
    (atMs, expected) => {
      expect(cutsThrough(span, atMs)).toBe(expected);
    },
  );
});
