import {
  bucketLabel,
  fittingInterval,
  instantLabel,
  periodLabel,
  previousSpan,
  spanYearBefore,
  yearBefore,
} from './time-labels';

const LONDON = 'Europe/London';
const span = (from: string, to: string) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) });
const texts = ({ fromMs, toMs }: { fromMs: number; toMs: number }) =>
  [fromMs, toMs].map((ms) => new Date(ms).toISOString());

describe('bucketLabel', () => {
  it.each([
    ['hour', '2026-07-01T05:00Z', 'en-US', '2026-07-01 06:00'],
    ['hour', '2026-10-25T00:00Z', 'en-US', '2026-10-25 01:00 +01:00'],
    ['hour', '2026-10-25T01:00Z', 'en-US', '2026-10-25 01:00 +00:00'],
    ['hour', '2026-03-29T01:00Z', 'en-US', '2026-03-29 02:00'],
    ['day', '2026-03-28T00:00Z', 'en-US', '2026-03-28 Sat'],
    ['day', '2026-03-28T00:00Z', 'zh-CN', '2026-03-28 周六'],
    ['week', '2026-10-18T23:00Z', 'en-US', '2026-10-19 – 2026-10-25'],
    ['month', '2026-09-30T23:00Z', 'en-US', '2026-10'],
  ] as const)('returns the label of the %s from %s in %s', (interval, startAt, language, expected) => {
    expect(bucketLabel(interval, Date.parse(startAt), LONDON, language)).toBe(expected);
  });
});

describe('periodLabel', () => {
  it.each([
    ['one day', '2026-10-24T23:00Z', '2026-10-26T00:00Z', '2026-10-25 Sun'],
    ['a week', '2026-10-18T23:00Z', '2026-10-26T00:00Z', '2026-10-19 – 2026-10-25'],
    ['a part of a day', '2026-07-01T05:00Z', '2026-07-01T07:30Z', '2026-07-01 06:00 – 2026-07-01 08:30'],
  ])('returns the label of %s', (_name, from, to, expected) => {
    expect(periodLabel(span(from, to), LONDON, 'en-US')).toBe(expected);
  });
});

it('instantLabel shows the local time to the minute', () => {
  expect(instantLabel(Date.parse('2026-07-01T05:07:31Z'), LONDON)).toBe('2026-07-01 06:07');
});

describe('fittingInterval', () => {
  it.each([
    ['a day of 25 hours', '2026-10-24T23:00Z', '2026-10-26T00:00Z', 'hour'],
    ['a week', '2026-10-18T23:00Z', '2026-10-26T00:00Z', 'day'],
    ['a quarter', '2026-07-01T00:00Z', '2026-10-01T00:00Z', 'day'],
    ['a year', '2026-01-01T00:00Z', '2027-01-01T00:00Z', 'month'],
  ])('returns the interval for %s', (_name, from, to, expected) => {
    expect(fittingInterval(span(from, to), LONDON)).toBe(expected);
  });
});

describe('previousSpan', () => {
  it.each([
    [
      'a month: the month before, also if it is shorter',
      span('2026-03-01T00:00Z', '2026-03-31T23:00Z'),
      ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ],
    [
      'a week with a clock change: seven local days',
      span('2026-10-25T00:00+01:00', '2026-11-01T00:00Z'),
      ['2026-10-17T23:00:00.000Z', '2026-10-24T23:00:00.000Z'],
    ],
    [
      'the day after a clock change: the day of 23 hours',
      span('2026-03-29T23:00Z', '2026-03-30T23:00Z'),
      ['2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z'],
    ],
    [
      'a part of a day: the same elapsed time',
      span('2026-07-01T05:00Z', '2026-07-01T07:30Z'),
      ['2026-07-01T02:30:00.000Z', '2026-07-01T05:00:00.000Z'],
    ],
  ])('returns the period before %s', (_name, period, expected) => {
    expect(texts(previousSpan(period, LONDON))).toEqual(expected);
  });
});

describe('yearBefore', () => {
  it.each([
    ['the same local midnight', '2026-03-30T23:00Z', '2025-03-30T23:00:00.000Z'],
    [
      'the same local midnight, also if its offset is another',
      '2026-10-26T00:00Z',
      '2025-10-25T23:00:00.000Z',
    ],
    ['the same time of day', '2026-07-01T05:30Z', '2025-07-01T05:30:00.000Z'],
    ['1 March for 29 February', '2028-02-29T00:00Z', '2027-03-01T00:00:00.000Z'],
    ['1 March for 1 March', '2029-03-01T00:00Z', '2028-03-01T00:00:00.000Z'],
  ])('returns %s', (_name, at, expected) => {
    expect(new Date(yearBefore(Date.parse(at), LONDON)).toISOString()).toBe(expected);
  });
});

describe('spanYearBefore', () => {
  it.each([
    ['whole months', ['2028-02-01', '2028-03-01'], ['2027-02-01', '2027-03-01']],
    ['as many days with a leap day', ['2028-02-28', '2028-03-06'], ['2027-02-28', '2027-03-07']],
    ['as many days after a leap year', ['2029-02-26', '2029-03-05'], ['2028-02-26', '2028-03-04']],
    ['a day for a leap day', ['2028-02-29', '2028-03-01'], ['2027-03-01', '2027-03-02']],
  ])('returns %s', (_name, [from, to], earlier) => {
    const found = spanYearBefore(span(`${from}T00:00Z`, `${to}T00:00Z`), LONDON);
    expect(texts(found)).toEqual(earlier.map((date) => `${date}T00:00:00.000Z`));
  });
});
