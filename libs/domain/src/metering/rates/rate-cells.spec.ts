import fc from 'fast-check';
import type { Bucket } from '../arithmetic/calendar';
import { cellsWithin, cutAtRates } from './rate-cells';
import type { RateSpan } from './rate-schedule';

/** Adjoining spans or buckets from an instant on, with these lengths. */
function inARow(startMs: number, lengths: readonly number[]): Bucket[] {
  let endMs = startMs;
  return lengths.map((length) => ({ startMs: endMs, endMs: (endMs += length) }));
}

const anyLengths = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 6 });
const anySpans = fc
  .tuple(
    fc.nat(12),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.option(fc.nat(2))), { maxLength: 6 }),
  )
  .map(([startMs, spans]): RateSpan[] =>
    inARow(
      startMs,
      spans.map(([length]) => length),
    ).map((span, index) => ({ ...span, rate: spans[index]?.[1] ?? null })),
  );

const indexAt = (periods: readonly Bucket[], ms: number) =>
  periods.findIndex(({ startMs, endMs }) => startMs <= ms && ms < endMs);

describe('cutAtRates', () => {
  it('gives each millisecond the bucket and the rate that apply to it', () => {
    fc.assert(
      fc.property(fc.nat(12), anyLengths, anySpans, (firstMs, lengths, spans) => {
        const buckets = inARow(firstMs, lengths);
        const { cells, parts } = cutAtRates(buckets, spans);
        for (let ms = 0; ms < 70; ms++) {
          const [bucket, span] = [indexAt(buckets, ms), spans[indexAt(spans, ms)]];
          const cell = cells[indexAt(cells, ms)];
          expect(cell && { ...parts[cell.part], ofCell: cell.bucket }).toEqual(
            bucket < 0 || !span ? undefined : { bucket, rate: span.rate, ofCell: bucket },
          );
        }
        const ends = cells.flatMap(({ startMs, endMs }) => [startMs, endMs]);
        expect(ends).toEqual(ends.toSorted((one, other) => one - other));
      }),
    );
  });

  it('gives one part to all cells with the same bucket and rate, in the order of the buckets', () => {
    const spans = [0, 1, 0, null, null].map((rate, index) => ({ startMs: index, endMs: index + 1, rate }));
    const { cells, parts } = cutAtRates(inARow(0, [4, 1]), spans);
    expect(parts).toEqual([
      { bucket: 0, rate: 0 },
      { bucket: 0, rate: 1 },
      { bucket: 0, rate: null },
      { bucket: 1, rate: null },
    ]);
    expect(cells.map(({ part }) => part)).toEqual([0, 1, 0, 2, 3]);
  });
});

describe('cellsWithin', () => {
  it('returns the cells that a range touches, clipped to the range', () => {
    const cells = inARow(0, [10, 10, 10, 10]).map((cell, part) => ({ ...cell, bucket: 0, part }));
    expect(cellsWithin(cells, { startMs: 15, endMs: 30 })).toEqual([
      { startMs: 15, endMs: 20, bucket: 0, part: 1 },
      { startMs: 20, endMs: 30, bucket: 0, part: 2 },
    ]);
    expect(cellsWithin(cells, { startMs: 12, endMs: 13 })).toEqual([
      { startMs: 12, endMs: 13, bucket: 0, part: 1 },
    ]);
  });
});
