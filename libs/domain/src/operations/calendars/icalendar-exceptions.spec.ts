import { Temporal } from 'temporal-polyfill';
import { exceptionsOf, mergedExceptions } from './icalendar-exceptions';

const OUTLOOK_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Event', ...lines, 'END:VEVENT'];
const file = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...OUTLOOK_ZONE, ...lines, 'END:VCALENDAR', ''].join('\r\n');
const search = (from = '2026-01-01', to = '2028-01-01', zone = 'Europe/Berlin') => ({
  from: Temporal.PlainDate.from(from),
  to: Temporal.PlainDate.from(to),
  zone,
});
/** Imports a file and returns its exceptions as texts: `2026-12-25` or `2026-12-25 08:00-12:00`. */
const imported = (text: string, within = search()) =>
  exceptionsOf(text, 'closed', within).map(({ date, from, to }) =>
    from === null ? date : `${date} ${from}-${to}`,
  );

describe('exceptionsOf', () => {
  it.each<[string, string[], string[]]>([
    ['an all-day event', ['DTSTART;VALUE=DATE:20261003'], ['2026-10-03']],
    [
      'an all-day event of several days',
      ['DTSTART;VALUE=DATE:20261225', 'DTEND;VALUE=DATE:20261227'],
      ['2026-12-25', '2026-12-26'],
    ],
    [
      'an event every year',
      ['DTSTART;VALUE=DATE:19901003', 'RRULE:FREQ=YEARLY'],
      ['2026-10-03', '2027-10-03'],
    ],
    [
      'the fourth Thursday of November',
      ['DTSTART;VALUE=DATE:20201126', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'],
      ['2026-11-26', '2027-11-25'],
    ],
    [
      'two Mondays, without the excluded one',
      ['DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY;COUNT=3;BYDAY=MO', 'EXDATE;VALUE=DATE:20260112'],
      ['2026-01-05', '2026-01-19'],
    ],
    [
      'additional dates',
      ['DTSTART;VALUE=DATE:20260105', 'RDATE;VALUE=DATE:20260301'],
      ['2026-01-05', '2026-03-01'],
    ],
    [
      'a rule without dates',
      ['DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
      [],
    ],
    ['hours in UTC', ['DTSTART:20260701T060000Z', 'DTEND:20260701T100000Z'], ['2026-07-01 08:00-12:00']],
    [
      'hours in a zone by its IANA name',
      ['DTSTART;TZID=America/New_York:20260701T060000', 'DTEND;TZID=America/New_York:20260701T070000'],
      ['2026-07-01 12:00-13:00'],
    ],
    [
      'hours in a zone that the file describes',
      [
        'DTSTART;TZID=W. Europe Standard Time:20260328T100000',
        'DTEND;TZID=W. Europe Standard Time:20260328T110000',
        'RRULE:FREQ=DAILY;COUNT=2',
      ],
      ['2026-03-28 10:00-11:00', '2026-03-29 10:00-11:00'],
    ],
    [
      'hours of a recurring event in a zone with an IANA name',
      [
        'DTSTART;TZID=Europe/London:20260328T100000',
        'DTEND;TZID=Europe/London:20260328T110000',
        'RRULE:FREQ=DAILY;COUNT=2',
      ],
      ['2026-03-28 11:00-12:00', '2026-03-29 11:00-12:00'],
    ],
    ['hours without a zone', ['DTSTART:20260701T080000', 'DURATION:PT90M'], ['2026-07-01 08:00-09:30']],
    [
      'a night',
      ['DTSTART:20260701T220000', 'DTEND:20260702T060000'],
      ['2026-07-01 22:00-24:00', '2026-07-02 00:00-06:00'],
    ],
    ['a cancelled event', ['DTSTART;VALUE=DATE:20261003', 'STATUS:CANCELLED'], []],
    ['an event before the searched dates', ['DTSTART;VALUE=DATE:20251231'], []],
    [
      'an event that lasts beyond the searched dates',
      ['DTSTART;VALUE=DATE:20271231', 'DTEND;VALUE=DATE:20280103'],
      ['2027-12-31'],
    ],
    [
      'an event that began before the searched dates',
      ['DTSTART;VALUE=DATE:20251230', 'DTEND;VALUE=DATE:20260102'],
      ['2026-01-01'],
    ],
  ])('imports %s', (_case, lines, expected) => {
    expect(imported(file(...event(...lines)))).toEqual(expected);
  });

  it('imports the changed date of an occurrence of a recurring event', () => {
    const text = file(
      ...event('DTSTART;VALUE=DATE:20260501', 'RRULE:FREQ=YEARLY;COUNT=2'),
      ...event('RECURRENCE-ID;VALUE=DATE:20270501', 'DTSTART;VALUE=DATE:20270503'),
    );
    expect(imported(text)).toEqual(['2026-05-01', '2027-05-03']);
  });

  it('creates exceptions with the name of the event and the requested kind', () => {
    expect(exceptionsOf(file(...event('DTSTART;VALUE=DATE:20261003')), 'open', search())).toEqual([
      { date: '2026-10-03', kind: 'open', from: null, to: null, name: 'Event' },
    ]);
  });

  it.each<[string, string]>([
    ['', 'begins with BEGIN:VCALENDAR'],
    ['hello', 'begins with BEGIN:VCALENDAR'],
    [file(...event('DTSTART:2026-13-45')), 'cannot be read'],
    [file(...event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=NEVER')), 'must be a valid iCalendar file'],
    ['BEGIN:VCARD\r\nEND:VCARD\r\n', 'begins with BEGIN:VCALENDAR'],
    [file(...event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=SECONDLY')), 'FREQ=SECONDLY'],
    [file(...event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')), 'BYMONTH'],
    [
      file(...event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY;BYDAY=FR;BYMONTHDAY=13')),
      'both BYDAY and',
    ],
    [file(...event('DTSTART;TZID=Mars:20260101T080000')), 'does not describe its time zone "Mars"'],
    [file(...event('DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=DAILY')), 'recur too often'],
  ])('refuses the file: %j', (text, message) => {
    expect(() => imported(text)).toThrow(message);
  });
});

describe('mergedExceptions', () => {
  const closed = { date: '2026-10-03', kind: 'closed' as const, from: null, to: null, name: 'A' };

  it('keeps the existing exceptions, and replaces exceptions for the same time', () => {
    const open = { ...closed, kind: 'open' as const };
    expect(mergedExceptions([closed, open], [{ ...closed, name: 'B' }])).toEqual([
      open,
      { ...closed, name: 'B' },
    ]);
  });
});
