import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  BUCKET_INTERVALS,
  bucketsBetween,
  fewestBuckets,
  offsetStretches,
  startOf,
  startOfPrevious,
  wholeDays,
} from './calendar';
import { HOUR_MS } from './meter-arithmetic';

const ms = (iso: string) => Date.parse(iso);
const iso = (instantMs: number) => new Date(instantMs).toISOString();
const hoursOf = ({ startMs, endMs }: { startMs: number; endMs: number }) => (endMs - startMs) / HOUR_MS;

describe('bucketsBetween', () => {
  it.each([
    ['Europe/London', '2019-03-31', 23],
    ['Europe/London', '2019-10-27', 25],
    ['Europe/London', '2019-06-01', 24],
    ['America/Sao_Paulo', '2018-11-04', 23],
    ['America/Havana', '2020-11-01', 25],
    ['Africa/Cairo', '2014-05-16', 23],
    ['Australia/Lord_Howe', '2021-04-04', 24.5],
    ['Australia/Lord_Howe', '2021-10-03', 23.5],
  ])('returns the local day in %s on %s with its length of %s hours', (zone, date, hours) => {
    const start = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
    const [day] = bucketsBetween('day', start, start + 1, zone);
    expect(day && { start: day.startMs, hours: hoursOf(day) }).toEqual({ start, hours });
  });

  it('skips a date that does not exist in the zone', () => {
    const days = bucketsBetween('day', ms('2011-12-29T10:00Z'), ms('2012-01-01T10:00Z'), 'Pacific/Apia');
    expect(days.map(({ startMs }) => iso(startMs))).toEqual([
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-31T10:00:00.000Z',
    ]);
  });

  it('starts hours at the local full hour in a zone with a half-hour offset', () => {
    const hours = bucketsBetween('hour', ms('2024-01-01T00:00Z'), ms('2024-01-01T01:00Z'), 'Asia/Kolkata');
    expect(hours.map(({ startMs }) => iso(startMs))).toEqual([
      '2023-12-31T23:30:00.000Z',
      '2024-01-01T00:30:00.000Z',
    ]);
  });

  it('starts weeks on Monday', () => {
    const [week] = bucketsBetween('week', ms('2020-01-01T00:00Z'), ms('2020-01-01T01:00Z'), 'Europe/London');
    expect(week && [iso(week.startMs), iso(week.endMs)]).toEqual([
      '2019-12-30T00:00:00.000Z',
      '2020-01-06T00:00:00.000Z',
    ]);
  });

  it('starts each day at the first of two midnights if a whole day occurs twice', () => {
    // Alaska crossed the date line in 1867.
    const dates = Array.from({ length: 8 }, (_, day) => Temporal.PlainDate.from(`1867-10-${14 + day}`));
    const starts = dates.map((date) => date.toZonedDateTime('America/Juneau').epochMilliseconds);
    const [fromMs = 0, toMs = 0] = [starts[0], starts.at(-1)];
    const days = bucketsBetween('day', fromMs, toMs, 'America/Juneau');
    expect(days.map(({ startMs }) => startMs)).toEqual(starts.slice(0, -1));
    expect(Math.max(...days.map(hoursOf))).toBe(48);
    const alone = starts.slice(0, -1).map((at) => bucketsBetween('day', at, at + 1, 'America/Juneau'));
    expect(alone).toEqual(days.map((day) => [day]));
  });

  const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
  const anyInstant = fc.integer({
    min: ms('1985-01-01T00:00Z') / 60_000,
    max: ms('2035-01-01T00:00Z') / 60_000,
  });

  it.each([...BUCKET_INTERVALS, 'year'] as const)(
    'divides time into whole %ss without gaps, in any zone',
    (interval) => {
      const longest = { hour: 3, day: 90, week: 90, month: 90, year: 3660 }[interval] * 1440;
      fc.assert(
        fc.property(
          anyZone,
          anyInstant,
          fc.integer({ min: 1, max: longest }),
          (zone, startMinute, minutes) => {
            const fromMs = startMinute * 60_000;
            const toMs = fromMs + minutes * 60_000;
            const buckets = bucketsBetween(interval, fromMs, toMs, zone);
            const starts = buckets.map(({ startMs }) => startMs);
            // The buckets have no gaps, do not overlap, cover the range, and none is unnecessary.
            expect(buckets.slice(0, -1).map(({ endMs }) => endMs)).toEqual(starts.slice(1));
            expect(buckets.every(({ startMs, endMs }) => startMs < endMs)).toBe(true);
            expect(buckets[0]?.startMs).toBeLessThanOrEqual(fromMs);
            expect(buckets[0]?.endMs).toBeGreaterThan(fromMs);
            expect(buckets.at(-1)?.startMs).toBeLessThan(toMs);
            expect(buckets.at(-1)?.endMs).toBeGreaterThanOrEqual(toMs);
            expect(fewestBuckets(interval, fromMs, toMs)).toBeLessThanOrEqual(buckets.length);
          },
        ),
        { numRuns: 150 },
      );
    },
  );

  it.each(['day', 'week', 'month'] as const)(
    'starts each %s at the first instant of a local date',
    (interval) => {
      fc.assert(
        fc.property(anyZone, fc.integer({ min: 1950, max: 2040 }), (zone, year) => {
          const days = Array.from({ length: 600 }, (_, day) =>
            Temporal.PlainDate.from({ year, month: 1, day: 1 }).add({ days: day }),
          ).filter(
            ({ day, dayOfWeek }) => ({ day: true, week: dayOfWeek === 1, month: day === 1 })[interval],
          );
          const starts = [...new Set(days.map((date) => date.toZonedDateTime(zone).epochMilliseconds))];
          const [fromMs = 0, toMs = 0] = [starts[0], starts.at(-1)];
          const buckets = bucketsBetween(interval, fromMs, toMs, zone);
          expect(buckets.map(({ startMs }) => startMs)).toEqual(starts.slice(0, -1));
        }),
        { numRuns: 40 },
      );
    },
  );
});

describe('startOf and startOfPrevious', () => {
  it.each([
    ['day', 'Europe/London', '2019-03-31T12:00Z', '2019-03-31T00:00:00.000Z', '2019-03-30T00:00:00.000Z'],
    ['day', 'Europe/London', '2019-06-01T23:30Z', '2019-06-01T23:00:00.000Z', '2019-05-31T23:00:00.000Z'],
    ['week', 'Asia/Kolkata', '2024-01-03T00:00Z', '2023-12-31T18:30:00.000Z', '2023-12-24T18:30:00.000Z'],
    [
      'month',
      'America/New_York',
      '2024-03-31T00:00Z',
      '2024-03-01T05:00:00.000Z',
      '2024-02-01T05:00:00.000Z',
    ],
  ] as const)(
    'finds the starts of the current and the previous %s in %s at %s',
    (interval, zone, at, start, previous) => {
      expect(iso(startOf(interval, ms(at), zone))).toBe(start);
      expect(iso(startOfPrevious(interval, ms(at), zone))).toBe(previous);
    },
  );
});

describe('wholeDays', () => {
  it.each([
    [
      'exactly two days',
      '2024-03-30T00:00Z',
      '2024-03-31T23:00Z',
      ['2024-03-30T00:00Z', '2024-03-31T23:00Z'],
    ],
    [
      'a part of a day at each end',
      '2024-03-29T10:00Z',
      '2024-04-01T10:00Z',
      ['2024-03-30T00:00Z', '2024-03-31T23:00Z'],
    ],
    [
      'a part of a day at the end',
      '2024-03-30T00:00Z',
      '2024-03-31T22:59Z',
      ['2024-03-30T00:00Z', '2024-03-31T00:00Z'],
    ],
    ['no whole day', '2024-03-30T00:01Z', '2024-03-31T22:59Z', null],
    ['a part of one day', '2024-03-30T01:00Z', '2024-03-30T02:00Z', null],
    ['one midnight', '2024-03-30T23:00Z', '2024-03-31T01:00Z', null],
  ])('returns the whole local days of a range with %s', (_, from, to, expected) => {
    const days = wholeDays({ startMs: ms(from), endMs: ms(to) }, 'Europe/London');
    expect(days && [days.startMs, days.endMs].map(iso)).toEqual(expected?.map((day) => iso(ms(day))) ?? null);
  });
});

describe('offsetStretches', () => {
  it('returns the periods between the clock changes of a zone; the last one has no end', () => {
    // The clocks of Samoa last went back in April 2021: from UTC+14 to UTC+13 at 14:00 UTC.
    const untilMs = ms('2021-04-03T14:00Z');
    expect([...offsetStretches(ms('2021-01-01T00:30Z'), 'Pacific/Apia')]).toEqual([
      { firstHourMs: ms('2020-12-31T23:00Z'), untilMs, offsetMs: 14 * HOUR_MS },
      { firstHourMs: untilMs, untilMs: Number.POSITIVE_INFINITY, offsetMs: 13 * HOUR_MS },
    ]);
  });
});
