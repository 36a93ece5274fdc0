import { type Bucket, bucketsBetween } from './calendar';
import { energyByLocalHour, localHoursOf } from './local-hours';
import { HOUR_MS, QUARTER_MS } from './meter-arithmetic';

const DAY_MS = 24 * HOUR_MS;

function dayAt(iso: string, zone: string): Bucket {
  const [day] = bucketsBetween('day', Date.parse(iso), Date.parse(iso) + 1, zone);
  if (!day) throw new Error(`${iso} has no day.`);
  return day;
}

/** Local days around all clock changes from 1972 to 2040. */
function daysOfChanges(zone: string): Bucket[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsetAt = (ms: number) =>
    format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value;
  const days: Bucket[] = [];
  for (let ms = Date.UTC(1972, 1); ms < Date.UTC(2040, 0); ms += DAY_MS) {
    if (offsetAt(ms) === offsetAt(ms + DAY_MS)) continue;
    days.push(...bucketsBetween('day', ms - DAY_MS, ms + 2 * DAY_MS, zone));
  }
  return [...new Map(days.map((day) => [day.startMs, day])).values()];
}

/** Four quarters. Each has one milliwatt-hour more than the previous one. */
const quarters = (first: number) =>
  [first, first + 1, first + 2, first + 3] as [number, number, number, number];

describe('localHoursOf', () => {
  // In these zones, the clocks have been changed at midnight, by half an hour, by a quarter of an hour, or by a whole
  // day.
  it.each([
    'Europe/London',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'America/Caracas',
    'Asia/Pyongyang',
    'Asia/Kathmandu',
    'Asia/Gaza',
    'Atlantic/Azores',
    'Pacific/Apia',
    'Pacific/Kwajalein',
  ])('returns the hours of the calendar around each clock change in %s', (zone) => {
    const days = daysOfChanges(zone);
    expect(days.length).toBeGreaterThan(0);
    const expected = days.map(({ startMs, endMs }) => {
      const hours = bucketsBetween('hour', startMs, endMs, zone);
      return hours[0]?.startMs === startMs && hours.at(-1)?.endMs === endMs ? hours : null;
    });
    expect(localHoursOf(days, zone)).toEqual(expected);
    expect(days.map((day) => localHoursOf([day], zone)[0])).toEqual(expected);
  });

  it.each([
    // The clocks changed from 00:00 to 00:30.
    ['1981-02-28T00:00Z', 'Australia/Lord_Howe'],
    ['1981-02-28T20:00Z', 'Australia/Lord_Howe'],
    // The skipped period was from 00:00 to 00:44:30.
    ['1972-01-06T12:00Z', 'Africa/Monrovia'],
  ])('returns null for a day that starts or ends within a local hour: %s in %s', (iso, zone) => {
    expect(localHoursOf([dayAt(iso, zone)], zone)).toEqual([null]);
  });

  it.each([
    ['2025-03-30T12:00Z', 'Europe/London', 23],
    ['2025-10-26T12:00Z', 'Europe/London', 25],
    ['2025-06-01T12:00Z', 'Europe/London', 24],
    ['2025-06-01T12:00Z', 'Asia/Kathmandu', 24],
    ['2024-10-06T00:00Z', 'Australia/Lord_Howe', 23],
    ['2024-04-07T00:00Z', 'Australia/Lord_Howe', 24],
  ])('divides the day of %s in %s into %i hours', (iso, zone, count) => {
    expect(localHoursOf([dayAt(iso, zone)], zone)[0]).toHaveLength(count);
  });
});

describe('energyByLocalHour', () => {
  const covered: [number, number, number, number] = [QUARTER_MS, QUARTER_MS, QUARTER_MS, QUARTER_MS];
  /** Quarter n of the period has n milliwatt-hours. */
  const rowsBetween = (fromMs: number, toMs: number) =>
    Array.from({ length: (toMs - fromMs) / HOUR_MS }, (_, hour) => ({
      hourMs: fromMs + hour * HOUR_MS,
      energyMwh: quarters(hour * 4),
      coveredMs: covered,
      cuts: 0,
    }));

  it('adds up the quarters of local hours that start at half past the hour in UTC', () => {
    const fromMs = Date.parse('2025-01-01T18:00Z');
    const day = dayAt('2025-01-01T20:00Z', 'Asia/Kolkata');
    expect(energyByLocalHour([day], rowsBetween(fromMs, fromMs + 3 * HOUR_MS), 'Asia/Kolkata')).toEqual([
      [2 + 3 + 4 + 5, 6 + 7 + 8 + 9, 10 + 11, ...Array.from({ length: 21 }, () => null)],
    ]);
  });

  it('adds up an hour and a half for the local hour in which the clocks change by half an hour', () => {
    const day = dayAt('2024-10-06T02:00Z', 'Australia/Lord_Howe');
    const rows = rowsBetween(Date.parse('2024-10-05T13:00Z'), Date.parse('2024-10-05T17:00Z'));
    const [hours] = energyByLocalHour([day], rows, 'Australia/Lord_Howe');
    expect(hours).toHaveLength(23);
    // The local day starts at 13:30 UTC. Its second hour has 90 minutes and ends at 16:00 UTC.
    expect(hours?.slice(0, 4)).toEqual([2 + 3 + 4 + 5, 6 + 7 + 8 + 9 + 10 + 11, 12 + 13 + 14 + 15, null]);
  });

  it('adds up six quarters for the last hour of a day if the clocks go back by half an hour at midnight', () => {
    // At 15:00 UTC, the clocks in Pyongyang went from 24:00 back to 23:30.
    const day = dayAt('2015-08-14T03:00Z', 'Asia/Pyongyang');
    const rows = rowsBetween(Date.parse('2015-08-14T13:00Z'), Date.parse('2015-08-14T17:00Z'));
    const [hours] = energyByLocalHour([day], rows, 'Asia/Pyongyang');
    expect(hours?.slice(-3)).toEqual([null, 0 + 1 + 2 + 3, 4 + 5 + 6 + 7 + 8 + 9]);
  });

  it('returns null for a day that starts or ends within a local hour, and continues with the next day', () => {
    const first = dayAt('1972-01-06T12:00Z', 'Africa/Monrovia');
    const days = [first, dayAt('1972-01-08T12:00Z', 'Africa/Monrovia')];
    const rows = rowsBetween(Date.parse('1972-01-08T00:00Z'), Date.parse('1972-01-08T02:00Z'));
    expect(energyByLocalHour(days, rows, 'Africa/Monrovia').map((hours) => hours?.slice(0, 2))).toEqual([
      undefined,
      [0 + 1 + 2 + 3, 4 + 5 + 6 + 7],
    ]);
  });
});
