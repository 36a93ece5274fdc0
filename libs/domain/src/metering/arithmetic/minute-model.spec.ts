import fc from 'fast-check';
import { sumByBucket, type Piece } from './bucket-sums';
import { hourRowsOf } from './hour-rows';
import { HOUR_MS, QUARTER_MS, type Span } from './meter-arithmetic';

/**
 * A slow reference implementation that adds up every minute separately. Boundaries are at whole minutes, and each
 * minute of a span has the same whole number of milliwatt-hours, so the sums are exact without rounding.
 */
const MINUTE_MS = 60_000;
const HOURS = 4;

interface MinuteSpan {
  start: number;
  minutes: number;
  perMinute: number;
  estimatedWhenCut: boolean;
}

const anySpan: fc.Arbitrary<MinuteSpan> = fc.record({
  start: fc.integer({ min: -60, max: HOURS * 60 }),
  minutes: fc.integer({ min: 1, max: 150 }),
  perMinute: fc.integer({ min: -5, max: 1000 }),
  estimatedWhenCut: fc.boolean(),
});

const toSpan = ({ start, minutes, perMinute, estimatedWhenCut }: MinuteSpan): Span => ({
  startMs: start * MINUTE_MS,
  endMs: (start + minutes) * MINUTE_MS,
  energyMwh: perMinute * minutes,
  estimatedWhenCut,
});

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);

const has = ({ start, minutes }: MinuteSpan, minute: number): boolean =>
  range(start, start + minutes).includes(minute);

/** A quarter of an hour, minute by minute. */
function quarterOf(spans: readonly MinuteSpan[], first: number) {
  const parts = range(first, first + 15).flatMap((minute) => spans.filter((span) => has(span, minute)));
  const isCut = spans.some((span) => span.estimatedWhenCut && has(span, first - 1) && has(span, first));
  return {
    energyMwh: parts.length === 0 ? null : parts.reduce((sum, { perMinute }) => sum + perMinute, 0),
    coveredMs: Math.min(parts.length * MINUTE_MS, QUARTER_MS),
    isCut,
  };
}

it('hourRowsOf divides spans into quarters with the same result as a model that counts every minute', () => {
  fc.assert(
    fc.property(
      fc.array(anySpan, { maxLength: 4 }),
      fc.integer({ min: 0, max: 1 }),
      fc.integer({ min: 2, max: HOURS }),
      (spans, from, to) => {
        const expected = range(from, to).flatMap((hour) => {
          const quarters = [0, 15, 30, 45].map((minute) => quarterOf(spans, hour * 60 + minute));
          if (quarters.every(({ energyMwh }) => energyMwh === null)) return [];
          return [
            {
              hourMs: hour * HOUR_MS,
              energyMwh: quarters.map(({ energyMwh }) => energyMwh),
              coveredMs: quarters.map(({ coveredMs }) => coveredMs),
              // Cuts are stored only for the quarters of the requested hours.
              cuts: quarters.reduce((bits, { isCut }, index) => bits + (isCut ? 2 ** index : 0), 0),
            },
          ];
        });
        expect(hourRowsOf(spans.map(toSpan), from * HOUR_MS, to * HOUR_MS)).toEqual(expected);
      },
    ),
    { numRuns: 200 },
  );
});

interface MinutePiece {
  /** The number of minutes since the end of the previous piece. */
  gap: number;
  minutes: number;
  covered: number;
  perMinute: number | null;
  cutAtStart: boolean;
  cutAtEnd: boolean;
}

const anyPiece: fc.Arbitrary<MinutePiece> = fc.record({
  gap: fc.constantFrom(0, 0, 3),
  minutes: fc.integer({ min: 2, max: 8 }),
  covered: fc.integer({ min: 1, max: 8 }),
  perMinute: fc.option(fc.integer({ min: -5, max: 1000 }), { freq: 5 }),
  cutAtStart: fc.boolean(),
  cutAtEnd: fc.boolean(),
});

function toPieces(pieces: readonly MinutePiece[]): Piece[] {
  let end = 0;
  return pieces.map(({ gap, minutes, covered, perMinute, cutAtStart, cutAtEnd }) => {
    const start = end + gap;
    end = start + minutes;
    const measured = Math.min(covered, minutes);
    return {
      startMs: start * MINUTE_MS,
      endMs: end * MINUTE_MS,
      energyMwh: perMinute === null ? null : perMinute * measured,
      coveredMs: measured * MINUTE_MS,
      cutAtStart,
      cutAtEnd,
    };
  });
}

/** The sum of the measured minutes of all pieces in [from, to). */
function sumOfMinutes(pieces: readonly Piece[], from: number, to: number) {
  const sum = { energyMwh: null as number | null, coveredMs: 0, estimated: false };
  for (const { startMs, endMs, energyMwh, coveredMs, cutAtStart, cutAtEnd } of pieces) {
    if (energyMwh === null) continue;
    const first = startMs / MINUTE_MS;
    const measured = range(first, first + coveredMs / MINUTE_MS);
    const inside = measured.filter((minute) => minute >= from && minute < to);
    if (inside.length === 0) continue;
    sum.energyMwh = (sum.energyMwh ?? 0) + (energyMwh / measured.length) * inside.length;
    sum.coveredMs += inside.length * MINUTE_MS;
    const isPart = inside.length < measured.length;
    const isCut = (first === from && cutAtStart) || (endMs / MINUTE_MS === to && cutAtEnd);
    if (isPart || isCut) sum.estimated = true;
  }
  return sum;
}

it('sumByBucket adds up pieces with the same result as a model that counts every minute', () => {
  fc.assert(
    fc.property(
      fc.array(anyPiece, { maxLength: 6 }),
      fc.uniqueArray(fc.nat(40), { minLength: 2, maxLength: 6 }),
      fc.boolean(),
      (some, edges, apart) => {
        const pieces = toPieces(some);
        const sorted = edges.toSorted((a, b) => a - b);
        // Buckets may adjoin or have gaps.
        const buckets = sorted
          .slice(0, -1)
          .map((from, index) => ({ from, to: sorted[index + 1] ?? from }))
          .filter((_, index) => !apart || index % 2 === 0);
        const expected = buckets.map(({ from, to }) => sumOfMinutes(pieces, from, to));
        const asked = buckets.map(({ from, to }) => ({ startMs: from * MINUTE_MS, endMs: to * MINUTE_MS }));
        const sums = sumByBucket(asked, pieces);
        // No minute has a fraction of a milliwatt-hour, so any difference is an error and not rounding.
        expect(sums).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});
