import fc from 'fast-check';
import { hourPiece, hoursToLoad, quarterPieces, sumByBucket, sumHours } from './bucket-sums';
import { type Bucket, bucketsBetween } from './calendar';
import { dayRowsOf } from './day-rows';
import { HourLines } from './hour-lines';
import { type HourRow, hourRowsOf } from './hour-rows';
import { HOUR_MS, QUARTER_MS, type Span } from './meter-arithmetic';

const T0 = Date.parse('2024-01-01T00:00Z');
const hourSpans = (energies: number[]): Span[] =>
  energies.map((energyMwh, index) => ({
    startMs: T0 + index * HOUR_MS,
    endMs: T0 + (index + 1) * HOUR_MS,
    energyMwh,
    estimatedWhenCut: true,
  }));
const sumOf = (sums: { energyMwh: number | null }[]) =>
  sums.reduce((sum, { energyMwh }) => sum + (energyMwh ?? 0), 0);
const rowsOf = (spans: Span[]) => hourRowsOf(spans, T0, T0 + 1000 * HOUR_MS);

describe('sumByBucket', () => {
  const pieces = quarterPieces(rowsOf(hourSpans([4, 8, 12])));

  it('returns the energy of whole hours as it was measured', () => {
    expect(sumByBucket([{ startMs: T0, endMs: T0 + 2 * HOUR_MS }], pieces)).toEqual([
      { energyMwh: 12, coveredMs: 2 * HOUR_MS, estimated: false },
    ]);
  });

  it('marks a bucket as estimated if a boundary cuts a measured interval', () => {
    const half = HOUR_MS / 2;
    expect(sumByBucket([{ startMs: T0 + half, endMs: T0 + HOUR_MS + half }], pieces)).toEqual([
      { energyMwh: 6, coveredMs: HOUR_MS, estimated: true },
    ]);
  });

  it('returns null for a bucket without a measurement, never 0', () => {
    expect(sumByBucket([{ startMs: T0 + 9 * HOUR_MS, endMs: T0 + 10 * HOUR_MS }], pieces)).toEqual([
      { energyMwh: null, coveredMs: 0, estimated: false },
    ]);
  });

  it('apportions a quarter by time if a boundary cuts it', () => {
    const cutMs = T0 + QUARTER_MS / 3;
    const [before, after] = sumByBucket(
      [
        { startMs: T0, endMs: cutMs },
        { startMs: cutMs, endMs: T0 + HOUR_MS },
      ],
      quarterPieces(rowsOf(hourSpans([1200]))),
    );
    expect([before, after]).toEqual([
      { energyMwh: 100, coveredMs: QUARTER_MS / 3, estimated: true },
      { energyMwh: 1100, coveredMs: HOUR_MS - QUARTER_MS / 3, estimated: true },
    ]);
  });

  it('counts all energy measured in the current quarter, and does not mark the quarter as estimated', () => {
    const soFar = hourRowsOf([{ ...hourSpans([60])[0], endMs: T0 + 60_000 } as Span], T0, T0 + HOUR_MS);
    expect(sumByBucket([{ startMs: T0, endMs: T0 + 90_000 }], quarterPieces(soFar))).toEqual([
      { energyMwh: 60, coveredMs: 60_000, estimated: false },
    ]);
  });

  it('loses no energy between the buckets of any time zone, whether it adds up hours or days', () => {
    const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    fc.assert(
      fc.property(
        anyZone,
        fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 400 }),
        (zone, energies) => {
          const rows = rowsOf(hourSpans(energies));
          const endMs = T0 + energies.length * HOUR_MS;
          const total = energies.reduce((sum, energy) => sum + energy, 0);
          const buckets = bucketsBetween('hour', T0, endMs, zone);
          expect(sumOf(sumByBucket(buckets, quarterPieces(rows)))).toBe(total);
          expect(sumOf(dayRowsOf(bucketsBetween('day', T0, endMs, zone), rows))).toBe(total);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('dayRowsOf', () => {
  it('marks the boundaries that cut a measured hour, in a zone with a half-hour offset', () => {
    const rows = rowsOf(hourSpans(Array.from({ length: 72 }, () => 4)));
    const days = bucketsBetween('day', T0 + 18.5 * HOUR_MS, T0 + 42.5 * HOUR_MS, 'Asia/Kolkata');
    expect(dayRowsOf(days, rows)).toEqual([
      { startMs: T0 + 18.5 * HOUR_MS, energyMwh: 96, coveredMs: 24 * HOUR_MS, cuts: 0b11 },
    ]);
  });
});

describe('hourPiece', () => {
  it.each([
    ['only the first', [5, null, null, null], 5],
    ['only the second', [null, 6, null, null], 6],
    ['only the third', [null, null, 7, null], 7],
    ['only the fourth', [null, null, null, 8], 8],
    ['each', [5, -6, 7, 8], 14],
    ['no', [null, null, null, null], null],
  ] as const)(
    'has the energy of the measured quarters if %s quarter was measured',
    (_, quarters, energyMwh) => {
      const covered = quarters.map((energy) => (energy === null ? 0 : QUARTER_MS));
      const [first = 0, second = 0, third = 0, fourth = 0] = covered;
      const coveredMs: HourRow['coveredMs'] = [first, second, third, fourth];
      expect(hourPiece({ hourMs: T0, energyMwh: [...quarters], coveredMs, cuts: 0b1111 })).toEqual({
        startMs: T0,
        endMs: T0 + HOUR_MS,
        energyMwh,
        coveredMs: covered.filter((ms) => ms > 0).length * QUARTER_MS,
        cutAtStart: false,
        cutAtEnd: false,
      });
    },
  );
});

const lineOf = (meterId: number, { hourMs, cuts, coveredMs, energyMwh }: HourRow) =>
  `${[meterId, hourMs, cuts, ...coveredMs, ...energyMwh].map((integer) => integer ?? '').join(',')}\n`;
const forQuarters = <Value>(value: fc.Arbitrary<Value>) => fc.tuple(value, value, value, value);

/** Adds up the quarters of a bucket one by one. Its boundaries are at quarters of an hour. */
function sumOfQuarters(rows: readonly HourRow[], { startMs, endMs }: Bucket) {
  const quarterAt = (ms: number) => {
    const hourMs = Math.floor(ms / HOUR_MS) * HOUR_MS;
    const row = rows.find((one) => one.hourMs === hourMs);
    const quarter = (ms - hourMs) / QUARTER_MS;
    return (
      row && {
        energyMwh: row.energyMwh[quarter] ?? null,
        coveredMs: row.coveredMs[quarter] ?? 0,
        isCut: Math.floor(row.cuts / 2 ** quarter) % 2 === 1,
      }
    );
  };
  const sum = { energyMwh: null as number | null, coveredMs: 0, estimated: false };
  for (let ms = startMs; ms < endMs; ms += QUARTER_MS) {
    const quarter = quarterAt(ms);
    if (!quarter || quarter.energyMwh === null || quarter.coveredMs === 0) continue;
    sum.energyMwh = (sum.energyMwh ?? 0) + quarter.energyMwh;
    sum.coveredMs += quarter.coveredMs;
    const isCutAtEnd = ms + QUARTER_MS === endMs && quarterAt(endMs)?.isCut === true;
    if (isCutAtEnd || (ms === startMs && quarter.isCut)) sum.estimated = true;
  }
  return sum;
}

describe('sumHours', () => {
  it('adds up the hours of each meter as a model does that adds up each quarter', () => {
    const aRow = fc.record({
      energyMwh: forQuarters(fc.option(fc.integer({ min: -1000, max: 1_000_000 }))),
      coveredMs: forQuarters(fc.constantFrom(0, 60_000, QUARTER_MS)),
      cuts: fc.integer({ min: 0, max: 15 }),
    });
    // The lengths of the buckets, in quarters of an hour. Most zones have only buckets of whole UTC hours.
    const anyLengths = fc.oneof(
      fc.constant([4, 4, 4, 4]),
      fc.array(fc.constantFrom(4, 4, 2, 8), { maxLength: 5 }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.option(aRow), { maxLength: 6 }),
        anyLengths,
        fc.constantFrom(0, 1, 4),
        fc.boolean(),
        (hours, lengths, offset, haveGaps) => {
          const rows = hours
            .flatMap((hour, index) => hour && { ...hour, hourMs: T0 + index * HOUR_MS })
            .filter((row) => row !== null);
          let endMs = T0 + offset * QUARTER_MS;
          const buckets = lengths
            .map((length) => ({ startMs: endMs, endMs: (endMs += length * QUARTER_MS) }))
            .filter((_, index) => !haveGaps || index % 2 === 0);
          const lines = [1, 2].flatMap((meterId) => rows.map((row) => lineOf(meterId, row)));
          const sums = buckets.map((bucket) => sumOfQuarters(rows, bucket));
          const expected = rows.length === 0 ? [] : [1, 2].map((id) => [id, sums]);
          expect([...sumHours(buckets, new HourLines(Buffer.from(lines.join(''))))]).toEqual(expected);
        },
      ),
    );
  });
});

describe('hoursToLoad', () => {
  it.each([
    [0, 4, 0, 2],
    [1, 6, 0, 2],
    [4, 7, 1, 2],
  ])('returns the hours of a period, and the hour at its end: quarters %i to %i', (from, to, first, last) => {
    const period = { startMs: T0 + from * QUARTER_MS, endMs: T0 + to * QUARTER_MS };
    expect(hoursToLoad(period)).toEqual({ startMs: T0 + first * HOUR_MS, endMs: T0 + last * HOUR_MS });
  });
});
