import type { ErrorDetail } from '@app/kernel';
import { datedExceptions, type ExceptionInput } from './calendar-exceptions';
import { isHoliday, isOpen } from './calendar-hours';

const exception = (fields: Partial<ExceptionInput>): ExceptionInput => ({
  kind: 'closed',
  from: null,
  to: null,
  name: null,
  ...fields,
});
const range = (from: string, to: string) => exception({ from, to, name: 'Holidays' });

function problemsOf(inputs: readonly ExceptionInput[]): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  datedExceptions(inputs, details);
  return details;
}
const datesOf = (input: ExceptionInput) => datedExceptions([input], []).map(({ date }) => date);

describe('datedExceptions', () => {
  it('returns an exception for each date of a range, the last one included, in the order of the list', () => {
    const dated = { kind: 'closed', from: null, to: null, name: 'Holidays' };
    const party = exception({ date: '2026-12-31', kind: 'open', from: '20:00', to: '02:00' });
    expect(datedExceptions([range('2026-12-30', '2027-01-01'), party], [])).toEqual([
      { ...dated, date: '2026-12-30' },
      { ...dated, date: '2026-12-31' },
      { ...dated, date: '2027-01-01' },
      party,
    ]);
  });

  it.each([
    ['of one day', range('2026-05-01', '2026-05-01'), ['2026-05-01']],
    [
      'across the end of February in a leap year',
      range('2028-02-28', '2028-03-01'),
      ['2028-02-28', '2028-02-29', '2028-03-01'],
    ],
    ['at the end of the year 9999', range('9999-12-31', '9999-12-31'), ['9999-12-31']],
  ])('returns the dates of a range %s', (_case, input, dates) => {
    expect(datesOf(input)).toEqual(dates);
  });

  it.each([
    ['a first date after the last one', range('2026-05-02', '2026-05-01'), 'must not be after'],
    ['a range of 401 days', range('2026-01-01', '2027-02-05'), 'This one has 401.'],
    ['a range of many years', range('0001-01-01', '9999-12-31'), 'at most 400 days'],
    ['a range without a last date', exception({ from: '2026-05-01' }), 'Send date for one day'],
    ['neither a date nor a range', exception({}), 'first and last dates as from and to (YYYY-MM-DD)'],
    ['times without a date', exception({ from: '08:00', to: '10:00' }), 'Send date for one day'],
    ['a date and a time', exception({ from: '2026-05-01', to: '10:00' }), 'Send date for one day'],
    ['a range with a date', { ...range('2026-05-01', '2026-05-02'), date: '2026-05-01' }, 'omit date'],
    ['one of two times', exception({ date: '2026-05-01', from: '08:00' }), 'Set both from and to'],
  ])('reports %s', (_case, input, message) => {
    expect(problemsOf([exception({ date: '2026-01-01' }), input])).toMatchObject([
      { path: 'exceptions[1]', message: expect.stringContaining(message) },
    ]);
  });

  it('reports ranges that have too many days together', () => {
    const ranges = [range('2026-01-01', '2026-12-31'), range('2027-01-01', '2027-02-04')];
    expect(problemsOf(ranges)).toEqual([]);
    expect(problemsOf([...ranges, range('2027-02-05', '2027-02-05')])).toMatchObject([
      { path: 'exceptions', message: expect.stringContaining('at most 400 exceptions') },
    ]);
  });

  it.each([
    ['an hour is skipped', '2026-03-28', '2026-03-29', '2026-03-27T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['an hour is repeated', '2026-10-24', '2026-10-25', '2026-10-23T22:00:00Z', '2026-10-25T23:00:00Z'],
  ])('closes each local day of a range in which %s', (_case, first, last, beginning, end) => {
    const calendar = {
      timezone: 'Europe/Berlin',
      weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' })),
      exceptions: datedExceptions([range(first, last)], []),
    };
    const [fromMs, untilMs] = [Date.parse(beginning), Date.parse(end)];
    const isShut = (ms: number) => !isOpen(calendar, ms, 'UTC') && isHoliday(calendar, ms, 'UTC');
    for (let ms = fromMs; ms < untilMs; ms += 1_800_000) expect([ms, isShut(ms)]).toEqual([ms, true]);
    expect([isShut(fromMs - 1), isShut(untilMs - 1), isShut(untilMs)]).toEqual([false, true, false]);
  });
});
