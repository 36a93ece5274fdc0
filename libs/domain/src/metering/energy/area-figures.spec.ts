import { areaFigures, clipBuckets } from './area-figures';
import { HOUR_MS } from '../arithmetic/meter-arithmetic';

const hour = { startMs: 0, endMs: HOUR_MS };
const nothing = { energyMwh: null, coveredMs: 0, estimated: false };

describe('areaFigures', () => {
  it.each([
    ['an area without meters', [], { value: null, coverage: 0, estimated: false }],
    ['a meter that measured nothing', [nothing], { value: null, coverage: 0, estimated: false }],
    [
      'a meter that measured zero',
      [{ energyMwh: 0, coveredMs: HOUR_MS, estimated: false }],
      { value: 0, coverage: 1, estimated: false },
    ],
    [
      'two meters: one measured half of the hour',
      [
        { energyMwh: 1_500_000, coveredMs: HOUR_MS, estimated: false },
        { energyMwh: 250_000, coveredMs: HOUR_MS / 2, estimated: true },
      ],
      { value: 1.75, coverage: 0.75, estimated: true },
    ],
    [
      'an estimate followed by a measurement',
      [
        { energyMwh: 1, coveredMs: HOUR_MS, estimated: true },
        { energyMwh: 1, coveredMs: HOUR_MS, estimated: false },
      ],
      { value: 0.000002, coverage: 1, estimated: true },
    ],
    [
      'a meter that measured nothing and one that measured energy',
      [
        { ...nothing, coveredMs: HOUR_MS, estimated: true },
        { energyMwh: 2e6, coveredMs: 900_000, estimated: false },
      ],
      { value: 2, coverage: 0.125, estimated: false },
    ],
    [
      'a covered time that is longer than the bucket',
      [{ energyMwh: 1e6, coveredMs: 2 * HOUR_MS, estimated: false }],
      { value: 1, coverage: 1, estimated: false },
    ],
  ])('adds up %s', (_, sums, expected) => {
    expect(
      areaFigures(
        [hour],
        sums.map((sum) => [sum]),
      ),
    ).toEqual([expected]);
  });

  it('computes each bucket separately, with the coverage relative to the length of the bucket', () => {
    const day = { startMs: HOUR_MS, endMs: 25 * HOUR_MS };
    const sums = [
      { energyMwh: 1e6, coveredMs: HOUR_MS, estimated: false },
      { energyMwh: 5e6, coveredMs: 6 * HOUR_MS, estimated: true },
    ];
    expect(areaFigures([hour, day], [sums])).toEqual([
      { value: 1, coverage: 1, estimated: false },
      { value: 5, coverage: 0.25, estimated: true },
    ]);
  });

  it('treats a meter without sums like a meter without measurements', () => {
    expect(areaFigures([hour], [[]])).toEqual([{ value: null, coverage: 0, estimated: false }]);
  });
});

describe('clipBuckets', () => {
  it('clips the first and the last bucket to the range', () => {
    const days = [0, 1, 2].map((day) => ({ startMs: day * 100, endMs: (day + 1) * 100 }));
    expect(clipBuckets(days, 30, 270)).toEqual([
      { startMs: 30, endMs: 100 },
      { startMs: 100, endMs: 200 },
      { startMs: 200, endMs: 270 },
    ]);
  });
});
