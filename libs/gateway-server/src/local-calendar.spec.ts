import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { HOUR_MS, LocalCalendar } from './local-calendar';

const ZONES = [
  'UTC',
  'Europe/London',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Beirut',
] as const;
const calendars = new Map(ZONES.map((zone) => [zone, new LocalCalendar(zone)]));
const calendarOf = (zone: (typeof ZONES)[number]) => calendars.get(zone) ?? new LocalCalendar(zone);

const someZone = fc.constantFrom(...ZONES);
const someInstantMs = fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2035, 0, 1) });

describe('LocalCalendar', () => {
  it('computes the same local day and minute as Temporal', () => {
    fc.assert(
      fc.property(someZone, someInstantMs, (zone, atMs) => {
        const [day, minute] = calendarOf(zone).at(atMs);
        const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
        expect(day).toMatchObject({
          month: local.month,
          dayOfMonth: local.day,
          isoWeekday: local.dayOfWeek,
        });
        expect(Math.floor(minute)).toBe(local.hour * 60 + local.minute);
      }),
    );
  });

  it('starts each day at the same instant as Temporal, even if midnight is skipped', () => {
    fc.assert(
      fc.property(someZone, someInstantMs, (zone, atMs) => {
        const calendar = calendarOf(zone);
        const start = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone).startOfDay();
        expect(calendar.instantMs(calendar.dayNumberAt(atMs), 0)).toBe(start.epochMilliseconds);
      }),
    );
  });

  it.each([
    ['2026-03-29', 23],
    ['2026-06-01', 24],
    ['2026-10-25', 25],
  ])('computes that %s in London has %d hours', (date, hours) => {
    const calendar = calendarOf('Europe/London');
    const day = calendar.dayNumberAt(Date.parse(`${date}T12:00:00Z`));
    expect(calendar.instantMs(day + 1, 0) - calendar.instantMs(day, 0)).toBe(hours * HOUR_MS);
  });

  it('moves a skipped minute forward and chooses the earlier instant of a repeated minute', () => {
    const calendar = calendarOf('Europe/London');
    const spring = calendar.dayNumberAt(Date.parse('2026-03-29T12:00:00Z'));
    const autumn = calendar.dayNumberAt(Date.parse('2026-10-25T12:00:00Z'));
    expect(calendar.instantMs(spring, 90)).toBe(Date.parse('2026-03-29T01:30:00Z'));
    expect(calendar.instantMs(autumn, 90)).toBe(Date.parse('2026-10-25T00:30:00Z'));
  });
});
