import fc from 'fast-check';
import { quarterPieces, sumByBucket } from './bucket-sums';
import { bucketsBetween } from './calendar';
import { dayRowsOf } from './day-rows';
import type { HourRow } from './hour-rows';
import { HOUR_MS, QUARTER_MS } from './meter-arithmetic';

const START_MS = Date.UTC(2025, 2, 28);

const quarter = fc.record({
  energyMwh: fc.option(fc.integer({ min: -1000, max: 1_000_000 })),
  coveredMs: fc.integer({ min: 1, max: QUARTER_MS }),
});
const hours = fc
  .array(fc.option(fc.record({ quarters: fc.tuple(quarter, quarter, quarter, quarter), cuts: fc.nat(15) })), {
    minLength: 1,
    maxLength: 100,
  })
  .map((some) =>
    some.flatMap((hour, index): HourRow[] => {
      if (!hour) return [];
      const [a, b, c, d] = hour.quarters;
      const covered = ({ energyMwh, coveredMs }: typeof a) => (energyMwh === null ? 0 : coveredMs);
      return [
        {
          hourMs: START_MS + index * HOUR_MS,
          energyMwh: [a.energyMwh, b.energyMwh, c.energyMwh, d.energyMwh],
          coveredMs: [covered(a), covered(b), covered(c), covered(d)],
          cuts: hour.cuts,
        },
      ];
    }),
  );

describe('dayRowsOf', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe'])(
    'returns for each local day in %s the sum of its quarters and its cut boundaries',
    (zone) => {
      fc.assert(
        fc.property(hours, (rows) => {
          const days = bucketsBetween('day', START_MS, START_MS + 100 * HOUR_MS, zone);
          const pieces = quarterPieces(rows);
          const cut = (ms: number) => pieces.some(({ startMs, cutAtStart }) => startMs === ms && cutAtStart);
          const expected = sumByBucket(days, pieces).flatMap(({ energyMwh, coveredMs }, index) => {
            const { startMs = 0, endMs = 0 } = days[index] ?? {};
            const cuts = (cut(startMs) ? 1 : 0) | (cut(endMs) ? 2 : 0);
            return energyMwh === null ? [] : [{ startMs, energyMwh, coveredMs, cuts }];
          });
          expect(dayRowsOf(days, rows)).toEqual(expected);
        }),
        { numRuns: 50 },
      );
    },
  );
});
