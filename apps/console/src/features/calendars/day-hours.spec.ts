import { clockOf, type Day, dayOf, daysOf, isOpenAt } from './day-hours';

const WEEKLY = [
  { day: 1, from: '08:00', to: '12:00' },
  { day: 1, from: '12:00', to: '18:00' },
  { day: 5, from: '22:00', to: '06:00' },
];
const exception = (date: string, kind: 'open' | 'closed', times: [string, string] | [] = []) => {
  const [from = null, to = null] = times;
  return { date, kind, from, to, name: null };
};
const hours = ({ hours }: Day) => hours.map(({ from, to }) => `${clockOf(from)}-${clockOf(to)}`);

describe('dayOf', () => {
  it.each([
    ['2026-11-23', 'open', ['08:00-18:00']],
    ['2026-11-24', 'closed', []],
    ['2026-11-27', 'open', ['22:00-24:00']],
    ['2026-11-28', 'open', ['00:00-06:00']],
  ])('returns the weekly hours of %s', (date, state, expected) => {
    const day = dayOf({ weekly: WEEKLY, exceptions: [] }, date);
    expect([day.state, hours(day)]).toEqual([state, expected]);
  });

  it.each([
    ['a closed day', [exception('2026-11-23', 'closed')], 'holiday', []],
    ['a day that is open all day', [exception('2026-11-23', 'open')], 'special', ['00:00-24:00']],
    [
      'closed hours',
      [exception('2026-11-23', 'closed', ['10:00', '11:00'])],
      'special',
      ['08:00-10:00', '11:00-18:00'],
    ],
    [
      'open hours of a closed day, in any order',
      [exception('2026-11-23', 'open', ['10:00', '11:00']), exception('2026-11-23', 'closed')],
      'special',
      ['10:00-11:00'],
    ],
    [
      'the last of two exceptions of a kind',
      [exception('2026-11-23', 'open'), exception('2026-11-23', 'closed')],
      'holiday',
      [],
    ],
  ])('applies %s instead of the weekly hours', (_, exceptions, state, expected) => {
    const day = dayOf({ weekly: WEEKLY, exceptions }, '2026-11-23');
    expect([day.state, hours(day)]).toEqual([state, expected]);
  });

  it('returns the hours after midnight of an exception that begins on the day before', () => {
    const exceptions = [exception('2026-11-23', 'open', ['20:00', '02:00'])];
    const day = dayOf({ weekly: [], exceptions }, '2026-11-24');
    expect([day.state, hours(day), day.exceptions]).toEqual(['open', ['00:00-02:00'], []]);
  });
});

describe('daysOf', () => {
  it('returns each day of a leap year once', () => {
    const days = daysOf({ weekly: [], exceptions: [] }, '2028-05-01');
    expect([days.length, days[0]?.date, days.at(-1)?.date]).toEqual([366, '2028-01-01', '2028-12-31']);
  });
});

describe('isOpenAt', () => {
  it.each([
    ['2026-11-23T07:59', false],
    ['2026-11-23T08:00', true],
    ['2026-11-23T18:00', false],
    ['2026-11-28T05:59', true],
  ])('decides whether the calendar is open at the local time %s: %s', (localTime, expected) => {
    expect(isOpenAt({ weekly: WEEKLY, exceptions: [] }, localTime)).toBe(expected);
  });
});
