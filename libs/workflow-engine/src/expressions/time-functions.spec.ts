import fc from 'fast-check';
import { evaluate, parseExpression } from './expression';
import type { ExpressionSite } from './expression-site';
import { PERIOD_UNITS, periodAt } from './local-time';
import { parseTemplate } from './template';
import { zoneClock } from './zone-clock';

const site: ExpressionSite = {
  zone: 'Europe/Berlin',
  calendars: new Map([
    [7, { isOpen: (ms) => ms >= Date.UTC(2026, 0, 1), isHoliday: (ms) => ms < Date.UTC(2026, 0, 1) }],
  ]),
};
const give = (text: string, maxSteps = 10_000) =>
  evaluate(parseExpression(text), {}, { nowMs: Date.UTC(2026, 2, 2, 6, 30), maxSteps, site });

const refused = (text: string) => () => parseExpression(text, { names: ['a', 'b'] });

describe('local', () => {
  it('returns the fields of the local clock in the zone of the site', () => {
    expect(give('local(now())')).toEqual({
      year: 2026,
      month: 3,
      day: 2,
      hour: 7,
      minute: 30,
      second: 0,
      weekday: 1,
      date: '2026-03-02',
      minuteOfDay: 450,
    });
  });

  it.each<[string, unknown]>([
    ["local('2026-03-01T23:30:00Z').weekday", 1],
    ["local('2026-03-01T22:30:00Z').weekday", 7],
    ["local(new Date(0), 'Asia/Kathmandu').minuteOfDay", 330],
    ["local('2026-03-29T00:59:59.999Z').hour", 1],
    ["local('2026-03-29T01:00:00Z').hour", 3],
    ["local('2026-10-25T00:30:00Z').hour", 2],
    ["local('2026-10-25T01:30:00Z').hour", 2],
    ["local('0001-01-01T00:00:00Z', 'UTC').date", '0001-01-01'],
  ])('evaluates %s to %j', (text, expected) => expect(give(text)).toEqual(expected));
});

describe('startOf and endOf', () => {
  it.each<[string, string, string, string]>([
    ['day', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['day', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['hour', '2026-10-25T00:30:00Z', '2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z'],
    ['hour', '2026-10-25T01:30:00Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    ['minute', '2026-03-02T06:30:59.999Z', '2026-03-02T06:30:00.000Z', '2026-03-02T06:31:00.000Z'],
    ['week', '2026-03-29T21:59:59Z', '2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['month', '2026-03-31T21:30:00Z', '2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z'],
    ['year', '2026-03-31T21:30:00Z', '2025-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z'],
  ])('return the bounds of the %s that contains %s', (unit, instant, start, end) => {
    expect(give(`[startOf('${instant}', '${unit}'), endOf('${instant}', '${unit}')]`)).toEqual([start, end]);
  });

  it('let a day begin at its first existing instant if the clocks skip midnight', () => {
    expect(give("startOf('2018-11-04T12:00:00Z', 'day', 'America/Sao_Paulo')")).toBe(
      '2018-11-04T03:00:00.000Z',
    );
  });

  it('let an hour end at a clock change of half an hour', () => {
    expect(give("endOf('2026-04-04T14:59:00Z', 'hour', 'Australia/Lord_Howe')")).toBe(
      '2026-04-04T15:00:00.000Z',
    );
  });

  it('return periods that contain the instant and begin where the previous period ends', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
    const instants = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2035, 0) });
    const cases = fc.tuple(fc.constantFrom(...zones), fc.constantFrom(...PERIOD_UNITS), instants);
    fc.assert(
      fc.property(cases, ([zone, unit, ms]) => {
        const clock = zoneClock(zone);
        if (!clock) throw new Error(zone);
        const { startMs, endMs } = periodAt(clock, unit, ms);
        expect(startMs <= ms && ms < endMs).toBe(true);
        expect(periodAt(clock, unit, startMs - 1).endMs).toBe(startMs);
        expect(periodAt(clock, unit, endMs).startMs).toBe(endMs);
      }),
      { numRuns: 300 },
    );
  });
});

describe('plus', () => {
  it.each<[string, string]>([
    ["plus('2026-03-28T06:00:00Z', {days: 1})", '2026-03-29T05:00:00.000Z'],
    ["plus('2026-03-28T06:00:00Z', {hours: 24})", '2026-03-29T06:00:00.000Z'],
    ["plus('2026-10-24T06:00:00Z', {days: 1})", '2026-10-25T07:00:00.000Z'],
    ["plus('2026-10-25T01:30:00Z', {minutes: 15})", '2026-10-25T01:45:00.000Z'],
    ["plus('2026-03-28T01:30:00Z', {days: 1})", '2026-03-29T01:30:00.000Z'],
    ["plus('2026-10-24T00:30:00Z', {days: 1})", '2026-10-25T00:30:00.000Z'],
    ["plus('2026-01-31T12:00:00Z', {months: 1})", '2026-02-28T12:00:00.000Z'],
    ["plus(startOf(now(), 'month'), {months: 1, days: -1})", '2026-03-30T22:00:00.000Z'],
    ['plus(now(), {weeks: -1, hours: 2})', '2026-02-23T08:30:00.000Z'],
    ["plus('2024-02-29T12:00:00Z', {years: 1}, 'UTC')", '2025-02-28T12:00:00.000Z'],
    ['plus(0, {seconds: 90})', '1970-01-01T00:01:30.000Z'],
  ])('evaluates %s to %s', (text, expected) => expect(give(text)).toBe(expected));
});

describe('calendars', () => {
  it('are queried for an instant', () => {
    expect(give("[isOpen(now(), 7), isHoliday(now(), 7), isHoliday('2025-12-25T12:00:00Z', 7)]")).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.each([
    ['isOpen(now(), 7)', true],
    ['[1, 2].filter(isOpen)', true],
    ['[1, 2].filter(id => !isHoliday(now(), id))', true],
    ['local(now()).hour', false],
    ["'isOpen(now(), 7)'", false],
  ])('are needed by %s: %s', (text, expected) => {
    expect(parseExpression(text).usesCalendars).toBe(expected);
    expect(parseTemplate(`It is {{ 1 }} {{ ${text} }}`).usesCalendars).toBe(expected);
  });
});

describe('the calendars of an expression', () => {
  it.each<[string, number[]]>([
    ['isOpen(now(), 7)', [7]],
    ['isOpen(now(), ((7)))', [7]],
    ['isOpen(now(), 7) || isHoliday(now(), 8) || isOpen(0, 7)', [7, 8]],
    ['isOpen(now(), 3 + 4)', []],
    ["isOpen(now(), '7')", []],
    ['isOpen(now())', []],
  ])('are those whose ids are written as numbers: %s', (text, expected) => {
    expect(parseExpression(text).calendarIds).toEqual(expected);
  });
});

describe('functions of time', () => {
  it.each([
    ["local('2 March')", 'A date must be an ISO 8601 text with a time zone'],
    ['local(null)', 'An instant must be a date, an ISO 8601 text'],
    ['local(NaN)', 'An instant must be a date'],
    ['plus(8.64e15, {days: 1})', 'Out-of-bounds date.'],
    ['plus(8.64e15, {hours: 1}, "UTC")', 'An instant must be a date'],
    ["local(now(), 'Mars/Olympus')", 'The time zone must be an IANA name'],
    ["local(now(), '+02:00')", 'The time zone must be an IANA name'],
    ["startOf(now(), 'days')", 'The unit must be one of minute, hour, day, week, month, year.'],
    ['plus(now(), {hours: 1.5})', 'A duration has whole numbers of years, months'],
    ['plus(now(), {day: 1})', 'A duration has whole numbers of'],
    ['plus(now(), 60)', 'A duration has whole numbers of'],
    ['isOpen(now(), 8)', 'There is no calendar 8.'],
    ["isOpen(now(), '7')", 'The calendar must be given by its id, which is a number.'],
    ['Array.from({ length: 3000 }, (_, day) => local(day).hour)', 'more than 100000 steps'],
  ])('%s fails: %s', (text, message) => {
    expect(() => give(text, 100_000)).toThrow(message);
  });
});

describe('common mistakes', () => {
  it.each([
    ['new Date().getHours()', 'There is no function "getHours". Use local(instant).hour.'],
    ['new Date().getDay() == 0', 'There is no function "getDay". Use local(instant).weekday.'],
    ['a and b', 'Write && instead of "and".'],
    ['a OR b', 'Write || instead of "OR".'],
    ['not a', 'Write ! instead of "not".'],
    ['not(a)', 'Write ! instead of "not".'],
    ['a > 1 && not b', 'Write ! instead of "not".'],
    ['a > {{ b }}', 'without {{ and }},'],
    ['{{ a }} > b', 'without {{ and }},'],
    ['{{ a }} && {{ b }}', 'without {{ and }},'],
  ])('get an error that explains them: %s', (text, message) => expect(refused(text)).toThrow(message));

  it('get an error that explains them, also in a template', () => {
    expect(() => parseTemplate('{{ a and b }}')).toThrow('Write && instead of "and".');
  });

  it('do not include braces within a text', () => {
    expect(parseExpression("'{{' + a").text).toBe("'{{' + a");
    expect(refused("'{{' + +")).not.toThrow('without {{ and }},');
  });
});
