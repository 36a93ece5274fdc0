import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { isInstantText, parseInstant, parseInstantRange } from './instant';

describe('parseInstant', () => {
  it.each([
    ['2026-03-29T01:30:00Z', 'Asia/Shanghai', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29t01:30:00.1239z', 'Asia/Shanghai', '2026-03-29T01:30:00.123Z'],
    ['2026-03-29T01:30:00,5+08:00', 'UTC', '2026-03-28T17:30:00.500Z'],
    ['2026-03-29T01:30+0530', 'UTC', '2026-03-28T20:00:00.000Z'],
    ['2026-03-29T01:30-03', 'Asia/Tokyo', '2026-03-29T04:30:00.000Z'],
    ['2026-03-29T01:30-02:30', 'Asia/Tokyo', '2026-03-29T04:00:00.000Z'],
  ])('reads %s with its own offset in every zone', (text, zone, expected) => {
    expect(parseInstant(text, zone).toISOString()).toBe(expected);
  });

  it.each([
    ['2026-01-15', 'Asia/Kolkata', '2026-01-14T18:30:00.000Z'],
    ['2026-01-15T12:00', 'Asia/Kathmandu', '2026-01-15T06:15:00.000Z'],
    ['2026-07-01T00:00:00.250', 'Europe/London', '2026-06-30T23:00:00.250Z'],
  ])('reads %s without an offset in %s', (text, zone, expected) => {
    expect(parseInstant(text, zone).toISOString()).toBe(expected);
  });

  it.each([
    ['a skipped time moves forward', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['a repeated time is the first one', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['a skip of half an hour', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['a day without midnight begins later', '2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
    ['a repeated midnight is the first one', '2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ])('handles changes of the clocks: %s', (_, text, zone, expected) => {
    expect(parseInstant(text, zone).toISOString()).toBe(expected);
  });

  it.each([
    '2026-02-30',
    '2026-02-29T00:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-01-01T24:00',
    '2026-01-01T23:60Z',
    '2026-01-01T23:59:60Z',
    '2026-01-01T00:00+24:00',
    '2026-01-01 00:00',
    '2026-01-01T00:00:00 08:00',
    '2026-1-1',
    '26-01-01',
    '0999-12-31',
    '9999-12-31',
    '+010000-01-01',
    '2026-W01-1',
    '1767225600000',
    'today',
    '',
    '2026-01-01T00:00Z\n',
  ])('refuses %j', (text) => {
    expect(isInstantText(text)).toBe(false);
    expect(() => parseInstant(text, 'UTC')).toThrow('is not an ISO 8601 instant');
  });

  it.each([20260101, null, undefined, new Date(0), ['2026-01-01']])(
    'rejects %p, which is not a string',
    (value) => {
      expect(isInstantText(value)).toBe(false);
    },
  );

  const moments = fc.date({
    min: new Date('1971-01-01T00:00:00Z'),
    max: new Date('2100-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const zones = fc.constantFrom(
    'UTC',
    'Europe/London',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Africa/Cairo',
  );

  it('parses an instant regardless of the offset with which it was written', () => {
    fc.assert(
      fc.property(moments, zones, zones, (moment, writtenIn, readIn) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(writtenIn);
        const text = zoned.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 });
        expect(parseInstant(text, readIn)).toEqual(moment);
      }),
    );
  });

  it('converts local time to an instant that shows this local time in the zone', () => {
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime())
          .toZonedDateTimeISO(zone)
          .toPlainDateTime();
        const text = local.toString({ fractionalSecondDigits: 3 });
        const read = parseInstant(text, zone);
        const shown = Temporal.Instant.fromEpochMilliseconds(read.getTime()).toZonedDateTimeISO(zone);
        expect(shown.toPlainDateTime().toString()).toBe(local.toString());
        expect(read <= moment).toBe(true);
      }),
    );
  });
});

describe('parseInstantRange', () => {
  it('reads both ends in the zone', () => {
    expect(parseInstantRange({ from: '2026-03-29', to: '2026-03-30' }, 'Europe/Berlin')).toEqual({
      from: new Date('2026-03-28T23:00:00Z'),
      to: new Date('2026-03-29T22:00:00Z'),
    });
  });

  it.each([
    ['2026-01-02', '2026-01-01'],
    ['2026-01-01', '2026-01-01T00:00'],
    ['2026-01-01T08:00+08:00', '2026-01-01T00:00Z'],
  ])('refuses the empty range from %s to %s', (from, to) => {
    expect(() => parseInstantRange({ from, to }, 'UTC')).toThrow('from must be before to');
  });
});
