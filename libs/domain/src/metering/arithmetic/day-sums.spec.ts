import fc from 'fast-check';
import type { Piece } from './bucket-sums';
import { type Bucket, bucketsBetween } from './calendar';
import type { DayRow } from './day-rows';
import { sumDayRows, sumPackedDays } from './day-sums';
import { HOUR_MS } from './meter-arithmetic';
import { packDay } from './packed-days';

const ZONES = ['Europe/London', 'Australia/Lord_Howe', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'];
const FIRST = Date.parse('2024-03-20T12:00Z');
const hour = fc.option(fc.integer({ min: -10, max: 5_000_000_000 }));
const NOTHING = new Map<number, never>();

/** Looks at every day for every bucket. No boundary of a bucket lies within a day. */
function expectedSums(buckets: readonly Bucket[], rows: readonly DayRow[], days: readonly Bucket[]) {
  const endOf = (row: DayRow) => days.find((day) => day.startMs === row.startMs)?.endMs;
  return buckets.map(({ startMs, endMs }) => {
    const inside = rows.filter((row) => row.coveredMs > 0 && row.startMs >= startMs && row.startMs < endMs);
    return {
      energyMwh: inside.length === 0 ? null : inside.reduce((sum, row) => sum + (row.energyMwh ?? 0), 0),
      coveredMs: inside.reduce((sum, row) => sum + row.coveredMs, 0),
      estimated: inside.some(
        (row) => (row.startMs === startMs && row.cuts % 2 === 1) || (endOf(row) === endMs && row.cuts >= 2),
      ),
    };
  });
}

describe('the sums of whole days', () => {
  it('are those of the days in each bucket, if the days are packed or rows', () => {
    const range = fc.record({
      zone: fc.constantFrom(...ZONES),
      interval: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
      length: fc.integer({ min: 1, max: 80 }),
      meters: fc.array(
        fc.array(
          fc.record({
            gone: fc.boolean(),
            hours: fc.array(hour, { minLength: 24, maxLength: 24 }),
            share: fc.double({ min: 0, max: 1, noNaN: true }),
            cuts: fc.nat(3),
          }),
          { maxLength: 80 },
        ),
        { minLength: 1, maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(range, ({ zone, interval, length, meters }) => {
        const buckets = bucketsBetween(interval, FIRST, FIRST + length * 24 * HOUR_MS, zone);
        const days = bucketsBetween('day', buckets[0]?.startMs ?? 0, buckets.at(-1)?.endMs ?? 0, zone);
        const stored = meters.map((ofMeter) =>
          ofMeter.slice(0, days.length).flatMap(({ gone, hours, share, cuts }, index) => {
            const { startMs = 0, endMs = 0 } = days[index] ?? {};
            const energyMwh = hours.reduce<number>((sum, energy) => sum + (energy ?? 0), 0);
            const row = { startMs, energyMwh, coveredMs: Math.floor((endMs - startMs) * share), cuts };
            return gone ? [] : [{ row, text: packDay(row, hours) ?? '' }];
          }),
        );
        const parts = { meterIds: [...meters.keys()], head: NOTHING, tail: NOTHING };
        const texts = new Map(
          stored.map((ofMeter, id) => [
            id,
            ofMeter
              .toReversed()
              .map(({ text }) => text)
              .join(''),
          ]),
        );
        const rows = new Map(stored.map((ofMeter, id) => [id, ofMeter.map(({ row }) => row)]));
        const expected = new Map(
          [...rows].map(([id, ofMeter]) => [id, expectedSums(buckets, ofMeter, days)]),
        );
        expect(sumPackedDays(buckets, { ...parts, days: texts }, zone)).toEqual(expected);
        expect(sumDayRows(buckets, { ...parts, days: rows }, zone)).toEqual(expected);
      }),
    );
  });
});

describe('sumPackedDays', () => {
  it.each([
    ['is cut by a bucket boundary', 'UTC', [0, 12, 48], 1],
    ['begins before the first bucket', 'UTC', [12, 48], 1],
    ['lies after the last bucket', 'UTC', [-48, -24, 0], 1],
    ['is not a local day of the zone', 'Asia/Tokyo', [0, 48], 1],
    ['begins within a local day of the zone', 'Asia/Tokyo', [-24, 48], 1],
    // The clocks in London go forward, so the local day has 23 hours.
    ['has more measured hours than the local day', 'Europe/London', [0, 47], 24],
  ])('returns null if a day %s', (_, zone, hours, measuredHours) => {
    const midnight = Date.parse('2024-03-31T00:00Z');
    const edges = hours.map((hours) => midnight + hours * HOUR_MS);
    const buckets = edges.slice(1).map((endMs, index) => ({ startMs: edges[index] ?? 0, endMs }));
    const day = { startMs: midnight, energyMwh: 1, coveredMs: measuredHours * HOUR_MS, cuts: 0 };
    const days = new Map([[1, packDay(day, [1]) ?? '']]);
    expect(sumPackedDays(buckets, { meterIds: [1], head: NOTHING, days, tail: NOTHING }, zone)).toBeNull();
  });
});

const anHour = (startMs: number, energyMwh: number): Piece => ({
  startMs,
  endMs: startMs + HOUR_MS,
  energyMwh,
  coveredMs: HOUR_MS,
  cutAtStart: false,
  cutAtEnd: false,
});

describe('a range that begins and ends within a day', () => {
  const DAY_MS = 24 * HOUR_MS;
  const midnight = Date.parse('2024-03-20T00:00Z');
  const day = { startMs: midnight, energyMwh: 40, coveredMs: DAY_MS, cuts: 0 };
  // Each part has a different energy. A meter may have any of the parts.
  const parts = {
    meterIds: [1, 2, 3, 4, 5],
    head: new Map([1, 2].map((id) => [id, [anHour(midnight - HOUR_MS, 3)]])),
    tail: new Map([1, 3].map((id) => [id, [anHour(midnight + DAY_MS, 500)]])),
  };
  const idsWithDays = [1, 4];
  const buckets = [{ startMs: midnight - HOUR_MS, endMs: midnight + DAY_MS + HOUR_MS }];
  const expected = new Map([
    [1, [{ energyMwh: 543, coveredMs: DAY_MS + 2 * HOUR_MS, estimated: false }]],
    [2, [{ energyMwh: 3, coveredMs: HOUR_MS, estimated: false }]],
    [3, [{ energyMwh: 500, coveredMs: HOUR_MS, estimated: false }]],
    [4, [{ energyMwh: 40, coveredMs: DAY_MS, estimated: false }]],
    [5, [{ energyMwh: null, coveredMs: 0, estimated: false }]],
  ]);

  it('has the energy of its whole days and of the parts before and after them, if the days are packed', () => {
    const text = packDay(day, [15, 25]) ?? '';
    const days = new Map(idsWithDays.map((id) => [id, text]));
    expect(sumPackedDays(buckets, { ...parts, days }, 'UTC')).toEqual(expected);
  });

  it('has the energy of its whole days and of the parts before and after them, if the days are rows', () => {
    const days = new Map(idsWithDays.map((id) => [id, [day]]));
    expect(sumDayRows(buckets, { ...parts, days }, 'UTC')).toEqual(expected);
  });
});
