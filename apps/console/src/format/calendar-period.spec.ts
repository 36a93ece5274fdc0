import {
  dateIn,
  instantOf,
  isCalendarDate,
  localDateTime,
  moved,
  spanOf,
  weekStart,
  yearBefore,
} from './calendar-period';

describe('spanOf', () => {
  it.each([
    ['day', '2024-02-28', '2024-02-28', '2024-02-29'],
    ['day', '2026-12-31', '2026-12-31', '2027-01-01'],
    ['week', '2026-11-22', '2026-11-16', '2026-11-23'],
    ['week', '2026-11-23', '2026-11-23', '2026-11-30'],
    ['week', '2027-01-01', '2026-12-28', '2027-01-04'],
    ['month', '2024-02-29', '2024-02-01', '2024-03-01'],
    ['month', '2026-12-01', '2026-12-01', '2027-01-01'],
    ['year', '2026-07-14', '2026-01-01', '2027-01-01'],
  ] as const)('returns the %s that contains %s', (unit, date, from, to) => {
    expect(spanOf(unit, date)).toEqual({ from, to });
  });
});

describe('moved', () => {
  it.each([
    ['day', '2026-03-01', -1, '2026-02-28'],
    ['week', '2026-11-22', -1, '2026-11-09'],
    ['month', '2026-03-31', -1, '2026-02-01'],
    ['month', '2026-11-22', 2, '2027-01-01'],
    ['year', '2024-02-29', -1, '2023-01-01'],
  ] as const)('moves the %s that contains %s by %d periods', (unit, date, steps, expected) => {
    expect(moved(unit, date, steps)).toBe(expected);
  });
});

describe('yearBefore', () => {
  it('returns the same dates, also in a leap year', () => {
    const year = { from: '2026-01-01', to: '2026-11-27' };
    expect(yearBefore(year)).toEqual({ from: '2025-01-01', to: '2025-11-27' });
    expect(yearBefore({ from: '2028-02-01', to: '2028-02-29' })).toEqual({
      from: '2027-02-01',
      to: '2027-03-01',
    });
  });
});

describe('dateIn', () => {
  it('returns the date in the time zone of the platform, not of the browser', () => {
    const instant = new Date('2026-11-22T23:30:00Z');
    expect(dateIn('Asia/Shanghai', instant)).toBe('2026-11-23');
    expect(dateIn('America/New_York', instant)).toBe('2026-11-22');
  });
});

describe('localDateTime', () => {
  it('returns the local time in the zone, in the format of input fields', () => {
    expect(localDateTime('Asia/Shanghai', '2026-11-22T16:05:00.000Z')).toBe('2026-11-23T00:05');
    expect(localDateTime('America/New_York', '2026-11-22T16:05:00.000Z')).toBe('2026-11-22T11:05');
  });
});

describe('instantOf', () => {
  it.each([
    ['Asia/Shanghai', '2026-11-23T00:05', '2026-11-22T16:05:00.000Z'],
    ['Europe/Berlin', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
    ['Europe/Berlin', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
    ['America/New_York', '2026-11-01T00:59', '2026-11-01T04:59:00.000Z'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
  ])('in %s, the instant of %s is %s', (timeZone, localTime, instant) => {
    expect(instantOf(timeZone, localTime)).toBe(instant);
    expect(localDateTime(timeZone, instant)).toBe(localTime);
  });
});

describe('isCalendarDate', () => {
  it.each(['2026-13-01', '2026-1-1', '20261122', '', 20261122, undefined])('refuses %p', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe('weekStart', () => {
  it.each([
    ['2026-11-27', 1, '2026-11-23'],
    ['2026-11-22', 1, '2026-11-16'],
    ['2026-11-27', 7, '2026-11-22'],
    ['2026-11-22', 7, '2026-11-22'],
    ['2026-11-27', 6, '2026-11-21'],
  ])('returns the first day of the week of %s, if weeks begin with weekday %p', (date, weekday, start) => {
    expect(weekStart(date, weekday)).toBe(start);
  });
});
