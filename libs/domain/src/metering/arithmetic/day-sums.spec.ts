import fc from 'fast-check';
import { bucketsBetween } from './calendar';
import { sumDayRows, sumPackedDays } from './day-sums';
import { HOUR_MS } from './meter-arithmetic';
import { packDay } from './packed-days';

const ZONES = ['Europe/London', 'Australia/Lord_Howe', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia'];
const FIRST = Date.parse('2024-03-20T12:00Z');
const hour = fc.option(fc.integer({ min: -10, max: 5_000_000_000 }));
const NOTHING = new Map<number, never>();

describe('sumPackedDays', () => {
  it('returns the same sums for packed days as for the same days as rows', () => {
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
        expect(sumPackedDays(buckets, { ...parts, days: texts }, zone)).toEqual(
          sumDayRows(buckets, { ...parts, days: rows }, zone),
        );
      }),
    );
  });

  it.each([
    ['is cut by a bucket boundary', 'UTC', [0, 12, 48]],
    ['is not a local day of the zone', 'Asia/Tokyo', [0, 48]],
  ])('returns null if a day %s', (_, zone, hours) => {
    const midnight = Date.parse('2024-03-20T00:00Z');
    const edges = hours.map((hours) => midnight + hours * HOUR_MS);
    const buckets = edges.slice(1).map((endMs, index) => ({ startMs: edges[index] ?? 0, endMs }));
    const day = { startMs: midnight, energyMwh: 1, coveredMs: HOUR_MS, cuts: 0 };
    const days = new Map([[1, packDay(day, [1]) ?? '']]);
    expect(sumPackedDays(buckets, { meterIds: [1], head: NOTHING, days, tail: NOTHING }, zone)).toBeNull();
  });
});
