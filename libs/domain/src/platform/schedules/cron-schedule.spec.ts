import { Cron } from 'croner';
import { Temporal } from 'temporal-polyfill';
import { cronFault, nextFireMs } from './cron-schedule';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const YEAR = 2026;

/**
 * Time zones whose clocks change by an hour at night, by an hour at midnight and by half an hour, in both hemispheres,
 * and a zone without clock changes.
 */
const ZONES = ['Europe/Berlin', 'Africa/Cairo', 'Australia/Lord_Howe', 'UTC'];

const EXPRESSIONS = [
  '*/7 * * * *',
  '*/30 * * * *',
  '0 * * * *',
  '15,45 * * * *',
  '0 0 * * *',
  '30 0 * * *',
  '30 1 * * *',
  '45 1 * * *',
  '15 2 * * *',
  '30 2 * * *',
  '30 2 * * 1-5',
  '0 3 * * SUN',
  '30 2 29 3 *',
  '*/15 2 * * *',
  '30 1-3 * * *',
  '0 2,14 * * *',
  '5 */2 * * *',
  '0 12 1-7 * mon',
  '20 4 */2 4-10/2 *',
  '0 0 1 1 *',
  '59 23 31 dec *',
  '10 0-23/5 * OCT,NOV 0,7',
];

/** Patterns that fire once a day. */
const DAILY = ['0 0 * * *', '45 1 * * *', '30 2 * * *', '59 23 * * *'];

/** A minute and its local time. */
interface Minute {
  ms: number;
  date: string;
  month: number;
  day: number;
  /** 0 is Sunday. */
  weekday: number;
  hour: number;
  minute: number;
}

describe.each(ZONES)('a schedule in %s', (zone) => {
  const windows = windowsOf(zone);

  it.each(EXPRESSIONS)('fires exactly in the minutes that match the pattern: %s', (cron) => {
    for (const minutes of windows) {
      const fromMs = (minutes[0]?.ms ?? 0) - MINUTE_MS;
      const toMs = minutes.at(-1)?.ms ?? 0;
      const ours = slots(cron, zone, fromMs, toMs);
      expect(texts(ours)).toEqual(texts(expectedSlots(cron, minutes)));
      const next = new Cron(cron, { timezone: zone, paused: true }).nextRuns(ours.length, new Date(fromMs));
      expect(texts(ours)).toEqual(next.map((date) => date.toISOString()));
    }
  });

  it.each(DAILY)('fires once on each local day of a year: %s', (cron) => {
    const start = Temporal.PlainDate.from({ year: YEAR, month: 1, day: 1 }).toZonedDateTime(zone);
    const end = start.add({ years: 1 });
    const fired = slots(cron, zone, start.epochMilliseconds - 1, end.epochMilliseconds - 1);
    const days = fired.map((ms) => localTime(ms, zone).toPlainDate().toString());
    expect(days).toEqual(
      Array.from({ length: 365 }, (_, day) => start.toPlainDate().add({ days: day }).toString()),
    );
  });

  it('finds the first slot after an instant, exact to the millisecond', () => {
    const slotMs = nextFireMs('*/5 * * * *', zone, Date.UTC(YEAR, 5, 1)) ?? 0;
    expect(nextFireMs('*/5 * * * *', zone, slotMs - 1)).toBe(slotMs);
    expect(nextFireMs('*/5 * * * *', zone, slotMs)).toBe(slotMs + 5 * MINUTE_MS);
    expect(nextFireMs('*/5 * * * *', zone, slotMs + 1)).toBe(slotMs + 5 * MINUTE_MS);
    expect(nextFireMs('*/5 * * * *', zone, slotMs + 59_999)).toBe(slotMs + 5 * MINUTE_MS);
  });
});

describe('a schedule with a local time that a clock change skips', () => {
  it.each([
    ['fires at the end of the skipped period if it has no other time that day', '30 2 * * *', '03:00'],
    ['drops the skipped time if it has another time that day', '30 2,14 * * *', '14:30'],
    ['drops the skipped times within an interval', '*/20 2 * * *', null],
  ])('%s', (_, cron, time) => {
    const midnight = Temporal.ZonedDateTime.from('2026-03-29T00:00[Europe/Berlin]');
    const until = midnight.add({ days: 1 }).epochMilliseconds - 1;
    const fired = slots(cron, 'Europe/Berlin', midnight.epochMilliseconds - 1, until);
    expect(fired.map((ms) => localTime(ms, 'Europe/Berlin').toPlainTime().toString().slice(0, 5))).toEqual(
      time === null ? [] : [time],
    );
  });
});

describe('cronFault', () => {
  it.each([...EXPRESSIONS, ...DAILY, '0 0 29 2 *', '0 0 * * 7', '0  0 * * *', '0 0 * * fri-sun'])(
    'accepts the cron expression %j',
    (cron) => {
      expect(cronFault(cron)).toBeNull();
    },
  );

  it.each([
    ['', 'five fields'],
    ['   ', 'five fields'],
    [' 0 0 * * *', 'blank'],
    ['0 0 * * * ', 'blank'],
    [' * * * * * ', 'blank'],
    ['0 0 * * *\n', 'blank'],
    ['* * * *', 'five fields'],
    ['* * * * * *', 'five fields'],
    ['0 0 0 1 1 * 2026', 'five fields'],
    ['@daily', 'five fields'],
    ['@every 5m', 'five fields'],
    ['0\t0 * * *', 'five fields'],
    ['0 0 L * *', 'numbers'],
    ['0 0 LW * *', 'numbers'],
    ['0 0 15W * *', 'numbers'],
    ['0 0 * * 5L', 'numbers'],
    ['0 0 * * MON#2', 'numbers'],
    ['0 0 ? * *', 'numbers'],
    ['0 0 * * +MON', 'numbers'],
    ['0 0 * * MONDAY', 'numbers'],
    ['0 0 JAN * *', 'numbers'],
    ['0 0 1,,2 * *', 'numbers'],
    ['0 0 1, * *', 'numbers'],
    ['/5 * * * *', 'numbers'],
    ['-1 * * * *', 'numbers'],
    ['1.5 * * * *', 'numbers'],
    ['1-2-3 * * * *', 'numbers'],
    ['a b c d e', 'numbers'],
    ['0 0\n* * *', 'five fields'],
    ['0;0 * * * *', 'numbers'],
    ['5/5 * * * *', 'out of range'],
    ['60 * * * *', 'out of range'],
    ['0 24 * * *', 'out of range'],
    ['0 0 0 * *', 'out of range'],
    ['0 0 32 * *', 'out of range'],
    ['0 0 * 13 *', 'out of range'],
    ['0 0 * 0 *', 'out of range'],
    ['0 0 * * 8', 'numbers'],
    ['0 0 * * 5-1', 'out of range'],
    ['*/0 * * * *', 'out of range'],
    ['*/61 * * * *', 'out of range'],
    ['0 0 30 2 *', 'does not exist'],
    ['0 0 31 2,4,6,9,11 *', 'does not exist'],
    [`${'0,'.repeat(200)}0 * * * *`, 'at most 255'],
  ])('rejects the cron expression %j', (cron, reason) => {
    expect(cronFault(cron)?.message).toContain(reason);
  });
});

/** All minutes of the days around each clock change of the year, and of some days without a clock change. */
function windowsOf(zone: string): Minute[][] {
  const start = Temporal.ZonedDateTime.from({ year: YEAR, month: 1, day: 1, timeZone: zone });
  const changes: number[] = [];
  for (
    let at = start.getTimeZoneTransition('next');
    at?.year === YEAR;
    at = at.getTimeZoneTransition('next')
  ) {
    changes.push(at.epochMilliseconds);
  }
  const around = changes.length > 0 ? changes : [Date.UTC(YEAR, 2, 29), Date.UTC(YEAR, 9, 25)];
  return around.map((changeMs) =>
    Array.from({ length: (2 * DAY_MS) / MINUTE_MS }, (_, index) =>
      minuteAt(changeMs - DAY_MS + index * MINUTE_MS, zone),
    ),
  );
}

function minuteAt(ms: number, zone: string): Minute {
  const local = localTime(ms, zone);
  const { month, day, dayOfWeek, hour, minute } = local;
  return { ms, date: local.toPlainDate().toString(), month, day, weekday: dayOfWeek % 7, hour, minute };
}

function localTime(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}

function slots(cron: string, zone: string, afterMs: number, toMs: number): number[] {
  const found: number[] = [];
  for (let ms = nextFireMs(cron, zone, afterMs); ms !== null && ms <= toMs; ms = nextFireMs(cron, zone, ms)) {
    found.push(ms);
  }
  return found;
}

/** A slow reference implementation that checks every minute. */
function expectedSlots(cron: string, minutes: readonly Minute[]): number[] {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(' ');
  const wanted = {
    minutes: numbersOf(minute, 0, 59),
    hours: numbersOf(hour, 0, 23),
    days: numbersOf(day, 1, 31),
    months: numbersOf(month, 1, 12),
    weekdays: new Set([...numbersOf(weekday, 0, 7)].map((one) => one % 7)),
  };
  const isOnDate = (one: Minute): boolean => {
    const byDay = wanted.days.has(one.day);
    const byWeekday = wanted.weekdays.has(one.weekday);
    const either = day !== '*' && weekday !== '*';
    return wanted.months.has(one.month) && (either ? byDay || byWeekday : byDay && byWeekday);
  };
  const onDates = minutes.filter(isOnDate);
  if (!/^\d+ \d+ /.test(cron)) {
    return onDates
      .filter((one) => wanted.minutes.has(one.minute) && wanted.hours.has(one.hour))
      .map(({ ms }) => ms);
  }
  // A pattern with one time a day has its slot at the first minute of the day at which the clock has reached that time.
  // On the first day of the search, earlier minutes may be missing, so only an exact match counts.
  const firstOfDay = new Map<string, number>();
  const isCut = minutes[0]?.hour !== 0 || minutes[0].minute !== 0;
  for (const one of onDates) {
    const hasCome = one.hour * 60 + one.minute >= Number(hour) * 60 + Number(minute);
    const isExact = one.hour === Number(hour) && one.minute === Number(minute);
    const isKnown = isExact || !(isCut && one.date === minutes[0]?.date);
    if (hasCome && isKnown && !firstOfDay.has(one.date)) firstOfDay.set(one.date, one.ms);
  }
  return [...firstOfDay.values()];
}

const NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function numbersOf(field: string, least: number, most: number): Set<number> {
  const found = new Set<number>();
  for (const item of field.split(',')) {
    const [range = '', step = '1'] = item.split('/');
    const [from, to] = range === '*' ? [least, most] : range.split('-').map(numberOf);
    for (let value = from ?? 0; value <= (to ?? from ?? 0); value += Number(step)) found.add(value);
  }
  return found;
}

function numberOf(text: string): number {
  const name = text.toLowerCase();
  if (NAMES.includes(name)) return NAMES.indexOf(name) + 1;
  return DAY_NAMES.includes(name) ? DAY_NAMES.indexOf(name) : Number(text);
}

function texts(instants: readonly number[]): string[] {
  return instants.map((ms) => new Date(ms).toISOString());
}
