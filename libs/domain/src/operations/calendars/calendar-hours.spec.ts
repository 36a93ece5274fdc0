import fc from 'fast-check';
import { type CalendarHours, hoursPeriodAt, isHoliday, isOpen } from './calendar-hours';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const at = (text: string) => Date.parse(text);
const hours = (changes: Partial<CalendarHours>): CalendarHours => ({
  timezone: 'Europe/Berlin',
  weekly: [],
  exceptions: [],
  ...changes,
});
const exception = (
  date: string,
  kind: 'open' | 'closed',
  from: string | null = null,
  to: string | null = null,
) => ({ date, kind, from, to, name: null });

const offices = { weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '18:00' })) };
const bar = { weekly: [{ day: 5, from: '20:00', to: '02:00' }] };
const allDay = { weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' })) };
const night = (from: string, to: string) => ({ weekly: [{ day: 7, from, to }] });

describe('isOpen', () => {
  it.each<[string, Partial<CalendarHours>, string, boolean]>([
    ['is false without hours', {}, '2026-05-04T10:00:00Z', false],
    ['is true from the first minute of the hours', offices, '2026-05-04T08:00:00+02:00', true],
    ['is true until the last minute of the hours', offices, '2026-05-04T17:59:59.999+02:00', true],
    ['is false at the end of the hours', offices, '2026-05-04T18:00:00+02:00', false],
    ['is false before the beginning of the hours', offices, '2026-05-04T07:59:59.999+02:00', false],
    ['is false on another day', offices, '2026-05-03T10:00:00+02:00', false],
    [
      'uses the time zone of the calendar',
      { ...offices, timezone: 'Asia/Tokyo' },
      '2026-05-03T23:00:00Z',
      true,
    ],
    [
      'uses the zone of the platform by default',
      { ...offices, timezone: null },
      '2026-05-04T07:30:00Z',
      false,
    ],
    ['is true after midnight if the hours end on the next day', bar, '2026-05-09T01:59:00+02:00', true],
    ['is false after the end on the next day', bar, '2026-05-09T02:00:00+02:00', false],
    ['is false after midnight if the previous day has no hours', bar, '2026-05-08T01:00:00+02:00', false],
    [
      'is true until 24:00',
      { weekly: [{ day: 1, from: '23:00', to: '24:00' }] },
      '2026-05-04T23:59:59+02:00',
      true,
    ],
    [
      'is false on a holiday',
      { ...offices, exceptions: [exception('2026-05-04', 'closed')] },
      '2026-05-04T10:00:00+02:00',
      false,
    ],
    [
      'is false on a holiday, even in hours that began the evening before',
      { ...bar, exceptions: [exception('2026-05-09', 'closed')] },
      '2026-05-09T01:00:00+02:00',
      false,
    ],
    [
      'is true on the evening before a holiday',
      { ...bar, exceptions: [exception('2026-05-09', 'closed')] },
      '2026-05-08T23:59:00+02:00',
      true,
    ],
    [
      'is true on a Sunday that an exception opens',
      { ...offices, exceptions: [exception('2026-05-03', 'open')] },
      '2026-05-03T23:30:00+02:00',
      true,
    ],
    [
      'is false in a closed part of a day',
      { ...offices, exceptions: [exception('2026-05-04', 'closed', '12:00', '13:00')] },
      '2026-05-04T12:30:00+02:00',
      false,
    ],
    [
      'is true in the open part of a holiday',
      {
        ...offices,
        exceptions: [exception('2026-05-04', 'open', '10:00', '12:00'), exception('2026-05-04', 'closed')],
      },
      '2026-05-04T11:00:00+02:00',
      true,
    ],
    [
      'follows the last of two exceptions',
      {
        exceptions: [
          exception('2026-05-04', 'open', '10:00', '12:00'),
          exception('2026-05-04', 'closed', '11:00', '12:00'),
        ],
      },
      '2026-05-04T11:00:00+02:00',
      false,
    ],
    [
      'is true in an exception across midnight',
      { exceptions: [exception('2026-05-04', 'open', '22:00', '03:00')] },
      '2026-05-05T02:59:00+02:00',
      true,
    ],
    ['is true on a day of 23 hours', allDay, '2026-03-29T03:30:00+02:00', true],
    ['is true on a day of 25 hours', allDay, '2026-10-25T02:30:00+01:00', true],
    [
      'is false before the moved beginning if the clocks skip the beginning',
      night('02:30', '05:00'),
      '2026-03-29T03:15:00+02:00',
      false,
    ],
    ['is true from the moved beginning', night('02:30', '05:00'), '2026-03-29T03:30:00+02:00', true],
    [
      'is true until the first end if the clocks show the end twice',
      night('01:00', '02:30'),
      '2026-10-25T02:29:00+02:00',
      true,
    ],
    [
      'is false before the second end if the clocks show the end twice',
      night('01:00', '02:30'),
      '2026-10-25T02:15:00+01:00',
      false,
    ],
    ['is true in both passes of a repeated hour', night('02:00', '03:00'), '2026-10-25T02:59:00+01:00', true],
  ])('%s', (_case, changes, instant, expected) => {
    expect(isOpen(hours(changes), at(instant), 'UTC')).toBe(expected);
  });
});

describe('isHoliday', () => {
  const closed = exception('2026-05-04', 'closed');
  it.each<[string, Partial<CalendarHours>, string, boolean]>([
    ['is true from midnight of a closed date', { exceptions: [closed] }, '2026-05-04T00:00:00+02:00', true],
    ['is true until the end of a closed date', { exceptions: [closed] }, '2026-05-04T23:59:59+02:00', true],
    ['is false on the next date', { exceptions: [closed] }, '2026-05-05T00:00:00+02:00', false],
    [
      'uses the zone of the calendar',
      { timezone: 'Asia/Tokyo', exceptions: [closed] },
      '2026-05-03T15:00:00Z',
      true,
    ],
    ['is false on a day that is closed every week', offices, '2026-05-03T12:00:00+02:00', false],
    [
      'is false if only a part of the day is closed',
      { exceptions: [exception('2026-05-04', 'closed', '08:00', '18:00')] },
      '2026-05-04T12:00:00+02:00',
      false,
    ],
    [
      'is true even if the date is open for a part of the day',
      { exceptions: [closed, exception('2026-05-04', 'open', '08:00', '12:00')] },
      '2026-05-04T10:00:00+02:00',
      true,
    ],
    [
      'is false if a later exception opens the date',
      { exceptions: [closed, exception('2026-05-04', 'open')] },
      '2026-05-04T12:00:00+02:00',
      false,
    ],
  ])('%s', (_case, changes, instant, expected) => {
    expect(isHoliday(hours(changes), at(instant), 'Europe/Berlin')).toBe(expected);
  });
});

describe('hoursPeriodAt', () => {
  it.each<[string, Partial<CalendarHours>, string, [boolean, string, string]]>([
    [
      'of open hours',
      offices,
      '2026-05-04T10:00:00+02:00',
      [true, '2026-05-04T08:00:00+02:00', '2026-05-04T18:00:00+02:00'],
    ],
    [
      'of a weekend',
      offices,
      '2026-05-03T10:00:00+02:00',
      [false, '2026-05-01T18:00:00+02:00', '2026-05-04T08:00:00+02:00'],
    ],
    [
      'across a clock change',
      { weekly: [{ day: 6, from: '22:00', to: '06:00' }] },
      '2026-10-25T00:00:00Z',
      [true, '2026-10-24T22:00:00+02:00', '2026-10-25T06:00:00+01:00'],
    ],
    [
      'of adjoining hours on two days',
      {
        weekly: [
          { day: 1, from: '08:00', to: '24:00' },
          { day: 2, from: '00:00', to: '09:00' },
        ],
      },
      '2026-05-04T23:00:00+02:00',
      [true, '2026-05-04T08:00:00+02:00', '2026-05-05T09:00:00+02:00'],
    ],
    [
      'up to six days in each direction',
      allDay,
      '2026-05-04T12:00:00Z',
      [true, '2026-04-28T12:00:00Z', '2026-05-10T12:00:00Z'],
    ],
    [
      'of a single open date',
      { exceptions: [exception('2026-05-04', 'open')] },
      '2026-05-04T12:00:00Z',
      [true, '2026-05-04T00:00:00+02:00', '2026-05-05T00:00:00+02:00'],
    ],
  ])('finds the period %s', (_case, changes, instant, [open, from, until]) => {
    expect(hoursPeriodAt(hours(changes), at(instant), 'UTC')).toEqual({
      isOpen: open,
      fromMs: at(from),
      untilMs: at(until),
    });
  });

  it('agrees with isOpen at every instant, even when clocks change', () => {
    const time = fc
      .integer({ min: 0, max: 95 })
      .map((quarter) => new Date(quarter * 15 * MINUTE_MS).toISOString().slice(11, 16));
    const date = fc
      .integer({ min: 0, max: 20 })
      .map((day) => new Date(at('2026-10-15') + day * DAY_MS).toISOString().slice(0, 10));
    const kind = fc.constantFrom('open' as const, 'closed' as const);
    const calendars = fc.record({
      weekly: fc.array(fc.record({ day: fc.integer({ min: 1, max: 7 }), from: time, to: time }), {
        maxLength: 8,
      }),
      exceptions: fc.array(
        fc.oneof(
          fc.tuple(date, kind).map(([day, what]) => exception(day, what)),
          fc.tuple(date, kind, time, time).map(([day, what, from, to]) => exception(day, what, from, to)),
        ),
        { maxLength: 5 },
      ),
    });
    fc.assert(
      fc.property(calendars, fc.integer({ min: 0, max: 20 * 96 }), (changes, quarter) => {
        const calendar = hours(changes);
        const startMs = at('2026-10-15T00:00:00Z') + quarter * 15 * MINUTE_MS;
        const period = hoursPeriodAt(calendar, startMs, 'UTC');
        for (let ms = period.fromMs; ms < period.untilMs; ms += 45 * MINUTE_MS) {
          expect([ms, isOpen(calendar, ms, 'UTC')]).toEqual([ms, period.isOpen]);
        }
        const isSearchedEnd = period.untilMs === startMs + 6 * DAY_MS;
        expect(isSearchedEnd || isOpen(calendar, period.untilMs, 'UTC') !== period.isOpen).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
