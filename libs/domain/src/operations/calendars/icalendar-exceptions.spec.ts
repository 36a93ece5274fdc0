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
  from,
  to,
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
    [
      file(...event('DTSTART:2026-13-45')),
      'Line 21: DTSTART cannot be read: "2026-13-45". Write it as YYYYMMDD',
    ],
    [file(...event('DTSTART;VALUE=DATE:20260230')), 'Line 21: DTSTART cannot be read: "20260230"'],
    [
      file(...event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=NEVER')),
      'Line 22: RRULE cannot be read: "FREQ=NEVER"',
    ],
    ['BEGIN:VCARD\r\nEND:VCARD\r\n', 'begins with BEGIN:VCALENDAR'],
    [file(...event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=SECONDLY')), 'FREQ=SECONDLY'],
    [file(...event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')), 'BYMONTH'],
    [
      file(...event('DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY;BYDAY=FR;BYMONTHDAY=13')),
      'both BYDAY and',
    ],
    [file(...event('DTSTART:20260101T000000', 'x')), 'Line 22: This is not a property'],
    [
      file(...event('DTSTART:20260101T000000', 'DURATION:1 day')),
      'Line 22: DURATION cannot be read: "1 day"',
    ],
    [file(...event('DTSTART;TZID=Mars:20260101T080000')), 'does not describe its time zone "Mars"'],
    [file(...event('DTSTART;VALUE=DATE:19000101', 'RRULE:FREQ=DAILY')), 'recur too often'],
  ])('refuses the file: %j', (text, message) => {
    expect(() => imported(text)).toThrow(message);
  });
});

const zone = (...lines: string[]) => [
  'BEGIN:VTIMEZONE',
  'TZID:Z',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  ...lines,
  'END:STANDARD',
  'END:VTIMEZONE',
];
const times = (count: number, ...lines: string[]) => Array.from({ length: count }, () => lines).flat();
const listed = (count: number) => Array.from({ length: count }, () => '20260102').join(',');

describe('exceptionsOf a file that would compute for long', () => {
  const start = 'DTSTART;VALUE=DATE:20260101';

  it.each<[string, string[], string]>([
    ['a duration', event(start, 'DURATION:P999999999W'), 'Line 22: The event lasts longer than 3660 days.'],
    [
      'the duration of an additional period',
      event(start, 'RDATE;VALUE=PERIOD:20260102T000000/P999999999W'),
      'Line 22: The event lasts longer',
    ],
    ['an end', event('DTEND;VALUE=DATE:20400101', start), 'Line 21: The event lasts longer than 3660 days.'],
    ['a year', event('DTSTART;VALUE=DATE:99990101'), 'Line 21: DTSTART is after the year 2200.'],
    [
      'daily clock changes of a time zone',
      zone('RRULE:FREQ=DAILY'),
      'Line 24: The recurrence rule has FREQ=DAILY, which is not supported in a time zone.',
    ],
    [
      'weekly clock changes of a time zone',
      zone('RRULE:FREQ=YEARLY;BYDAY=MO'),
      'Line 24: The recurrence rule has no single BYMONTH',
    ],
    ['many clock changes', times(199, ...zone()), 'The file has more than 200 clock changes of time zones.'],
    ['many components', times(10_000, 'BEGIN:VALARM', 'END:VALARM'), 'more than 10000 components'],
    ['nested components', times(10_000, 'BEGIN:X'), 'more than 10000 components'],
    [
      'many excluded dates',
      event(start, `EXDATE;VALUE=DATE:${listed(5001)}`),
      'Line 22: The file has more than 5000 additional and excluded dates.',
    ],
    [
      'many additional dates of several events',
      times(2, ...event(start, `RDATE;VALUE=DATE:${listed(2501)}`)),
      'Line 28: The file has more than 5000 additional',
    ],
    [
      'many rules',
      event(start, ...times(11, 'RRULE:FREQ=YEARLY')),
      'Line 32: The file has more than 10 recurrence rules of one event.',
    ],
    [
      'a long rule',
      event(start, `RRULE:FREQ=WEEKLY;BYDAY=MO${',MO'.repeat(400)}`),
      'Line 22: The recurrence rule has more than 1000 characters.',
    ],
    [
      'many occurrences',
      event('DTSTART;VALUE=DATE:00010101', 'RRULE:FREQ=DAILY'),
      'Line 22: The events recur too often.',
    ],
    [
      'long events',
      times(60, ...event('DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20280101')),
      'The events cover too many days.',
    ],
  ])('is refused because of %s', (_case, lines, message) => {
    expect(() => imported(file(...lines))).toThrow(message);
  });

  it('reads a folded line as one line', () => {
    const text = file(...event(start, 'RRULE:FREQ=', ' DAILY;COUNT=2', 'DURATION:P999999999W'));
    expect(() => imported(text)).toThrow('Line 24: The event lasts longer');
  });

  it('reads a value whose parameter contains a colon', () => {
    expect(imported(file(...event('DTSTART;X-NOTE="a:b";VALUE=DATE:20261003')))).toEqual(['2026-10-03']);
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
