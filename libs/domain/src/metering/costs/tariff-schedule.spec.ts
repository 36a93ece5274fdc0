import type { Tariff } from '@app/entities';
import fc from 'fast-check';
import type { RateSchedule } from '../rates/rate-schedule';
import { currencyPlaces } from './currency-places';
import { tariffSchedule } from './tariff-schedule';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const night = { days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00', pricePerKwh: 0.1 };
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

/** The prices of a range. Each pair has a UTC time, and the price from that time on; null if there is none. */
function pricesOf(schedule: RateSchedule, from: string, to: string): [string, number | null][] {
  return schedule.spans({ startMs: Date.parse(from), endMs: Date.parse(to) }).map(({ startMs, rate }) => {
    const price = rate === null ? undefined : schedule.rates[rate];
    return [
      new Date(startMs).toISOString().slice(0, 16),
      price ? Number(price.digits) / 10 ** price.scale : null,
    ];
  });
}

describe('tariffSchedule', () => {
  it('returns a single price for a tariff without periods', () => {
    const schedule = tariffSchedule({ currency: 'EUR', default: 0.3 }, 'Europe/Berlin');
    expect(pricesOf(schedule, '2000-01-01T00:00Z', '2100-01-01T00:00Z')).toEqual([['2000-01-01T00:00', 0.3]]);
  });

  it('returns no price if there is no tariff, and none before the first of successive tariffs', () => {
    expect(pricesOf(tariffSchedule([], 'UTC'), '2026-01-01T00:00Z', '2026-01-02T00:00Z')).toEqual([
      ['2026-01-01T00:00', null],
    ]);
    const schedule = tariffSchedule(
      [
        { currency: 'EUR', default: 0.3, validFrom: '2025-01-01' },
        { currency: 'EUR', default: 0.4, validFrom: '2026-01-01' },
      ],
      'Europe/Berlin',
    );
    expect(pricesOf(schedule, '2024-12-01T00:00Z', '2026-06-01T00:00Z')).toEqual([
      ['2024-12-01T00:00', null],
      ['2024-12-31T23:00', 0.3],
      ['2025-12-31T23:00', 0.4],
    ]);
    expect(pricesOf(schedule, '2025-06-01T00:00Z', '2025-06-02T00:00Z')).toEqual([['2025-06-01T00:00', 0.3]]);
  });

  it('assigns a period across midnight to the day on which the period begins', () => {
    const schedule = tariffSchedule({ currency: 'EUR', default: 0.3, periods: [night] }, 'UTC');
    // 2026-03-06 is a Friday. Sunday night is not in the period, so Monday begins with the default.
    expect(pricesOf(schedule, '2026-03-06T12:00Z', '2026-03-10T00:00Z')).toEqual([
      ['2026-03-06T12:00', 0.3],
      ['2026-03-06T22:00', 0.1],
      ['2026-03-07T06:00', 0.3],
      ['2026-03-09T22:00', 0.1],
    ]);
  });

  it.each([
    // The clocks go from 01:00 to 02:00, so the hour from 01:00 to 02:00 is missing.
    [
      '2026-03-29',
      [
        ['2026-03-29T00:00', 0.3],
        ['2026-03-29T01:00', 0.2],
        ['2026-03-29T02:00', 0.3],
      ],
    ],
    // The clocks go from 02:00 back to 01:00, so the hour from 01:00 to 02:00 occurs twice.
    [
      '2026-10-25',
      [
        ['2026-10-24T23:00', 0.3],
        ['2026-10-25T00:00', 0.1],
        ['2026-10-25T02:00', 0.2],
        ['2026-10-25T03:00', 0.3],
      ],
    ],
  ])('follows the local clock on days of 23 and 25 hours: %s', (date, expected) => {
    const periods = [
      { days: EVERY_DAY, from: '01:00', to: '02:00', pricePerKwh: 0.1 },
      { days: EVERY_DAY, from: '02:00', to: '03:00', pricePerKwh: 0.2 },
    ];
    const schedule = tariffSchedule({ currency: 'EUR', default: 0.3, periods }, 'Europe/London');
    const startMs = Date.parse(expected[0]?.[0] + 'Z');
    expect(pricesOf(schedule, new Date(startMs).toISOString(), `${date}T23:00Z`)).toEqual(expected);
  });

  it('uses the price of the first listed period that contains the time', () => {
    const periods = [
      { days: [1], from: '08:00', to: '12:00', pricePerKwh: 0.5 },
      { days: EVERY_DAY, from: '00:00', to: '24:00', pricePerKwh: 0.4 },
    ];
    const schedule = tariffSchedule({ currency: 'EUR', default: 0.3, periods }, 'UTC');
    expect(pricesOf(schedule, '2026-03-08T00:00Z', '2026-03-10T00:00Z')).toEqual([
      ['2026-03-08T00:00', 0.4],
      ['2026-03-09T08:00', 0.5],
      ['2026-03-09T12:00', 0.4],
    ]);
  });

  it('gives the same prices as a slow model that computes the local time of each minute', () => {
    const time = fc
      .integer({ min: 0, max: 144 })
      .map((tens) => `${String(Math.floor(tens / 6)).padStart(2, '0')}:${tens % 6}0`);
    const tariff = fc.record({
      currency: fc.constant('EUR'),
      default: fc.constant(1),
      periods: fc.array(
        fc.record({
          days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
          from: time,
          to: time,
          pricePerKwh: fc.integer({ min: 2, max: 4 }),
        }),
        { maxLength: 4 },
      ),
    });
    const zones = [
      'UTC',
      'Europe/London',
      'America/New_York',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'Pacific/Apia',
    ];
    const starts = [
      '2011-12-29',
      '2024-03-09',
      '2024-03-30',
      '2024-04-06',
      '2024-10-05',
      '2024-10-26',
      '2024-11-02',
    ];
    fc.assert(
      fc.property(tariff, fc.constantFrom(...zones), fc.constantFrom(...starts), (given, zone, date) => {
        const startMs = Date.parse(`${date}T00:00Z`) + 7 * MINUTE_MS;
        const endMs = startMs + 3 * DAY_MS;
        const schedule = tariffSchedule(given, zone);
        const spans = schedule.spans({ startMs, endMs });
        expect([spans[0]?.startMs, spans.at(-1)?.endMs]).toEqual([startMs, endMs]);
        const local = localTimes(zone);
        for (const [index, span] of spans.entries()) {
          expect(span.startMs).toBe(spans[index - 1]?.endMs ?? startMs);
          for (let ms = span.startMs; ms < span.endMs; ms += 10 * MINUTE_MS) {
            const rate = schedule.rates[span.rate ?? -1];
            expect([ms, rate?.digits]).toEqual([ms, BigInt(slowPrice(given, local(ms)))]);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

interface LocalTime {
  weekday: number;
  minute: number;
}

function localTimes(timeZone: string): (ms: number) => LocalTime {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (ms) => {
    const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
    const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.weekday ?? '') + 1;
    return { weekday, minute: Number(parts.hour) * 60 + Number(parts.minute) };
  };
}

const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/**
 * A slow reference implementation, written from the documentation of tariffs. It looks for periods of the current day,
 * and of the day before if they cross midnight.
 */
function slowPrice({ default: price, periods = [] }: Tariff, { weekday, minute }: LocalTime): number {
  const found = periods.find((period) =>
    period.days.some((day) => {
      const from = minutesOf(period.from);
      const to = minutesOf(period.to) > from ? minutesOf(period.to) : minutesOf(period.to) + 1440;
      const sinceDay = ((weekday - day + 7) % 7) * 1440 + minute;
      return sinceDay >= from && sinceDay < to;
    }),
  );
  return found?.pricePerKwh ?? price;
}

describe('currencyPlaces', () => {
  it.each([
    ['EUR', 2],
    ['CNY', 2],
    ['JPY', 0],
    ['KWD', 3],
  ])('returns the number of decimal places of %s', (currency, places) => {
    expect(currencyPlaces(currency)).toBe(places);
  });
});
