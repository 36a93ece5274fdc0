import { DomainError } from '@app/kernel';
import { readHistory, readPoints, readValueEvent, readValues } from './point-answers';

const ASKED_AT = '2026-01-05T12:00:01.000Z';
const value = (overrides: object = {}) => ({
  code: 'a',
  value: 1,
  quality: 'good',
  timestamp: '2026-01-05T12:00:00Z',
  ...overrides,
});

describe('answers about points', () => {
  it.each([
    ['2026-01-05T12:00:00Z', '2026-01-05T12:00:00.000Z'],
    ['2026-01-05T12:00:00.1234567Z', '2026-01-05T12:00:00.123Z'],
    ['2026-01-05T17:30:00+05:30', '2026-01-05T12:00:00.000Z'],
    ['2026-01-31T23:59:59.999Z', '2026-01-31T23:59:59.999Z'],
    ['2026-04-30T00:00:00.000Z', '2026-04-30T00:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ])('contain instants in a single format: %s', (timestamp, canonical) => {
    expect(readValues([value({ timestamp })], ASKED_AT)).toEqual([value({ timestamp: canonical })]);
    const { code, ...sample } = value({ timestamp });
    expect(readHistory([{ code, values: [sample] }])).toEqual([
      { code, values: [{ ...sample, timestamp: canonical }] },
    ]);
  });

  it.each([1.5, true, 'on', null])('may contain any kind of value: %s', (any) => {
    expect(readValues([value({ value: any })], ASKED_AT)[0]?.value).toBe(any);
  });

  it.each([
    ['an object instead of a list', {}],
    ['null', null],
    ['a list with null', [null]],
    ['a value without a code', [value({ code: undefined })]],
    ['an empty code', [value({ code: '' })]],
    ['a code that is too long', [value({ code: 'x'.repeat(256) })]],
    ['an entry without a value', [value({ value: undefined })]],
    ['a value without a quality', [value({ quality: undefined })]],
    ['an unknown quality', [value({ quality: 'fine' })]],
    ['an instant without an offset', [value({ timestamp: '2026-01-05T12:00:00' })]],
    ['a day that does not exist', [value({ timestamp: '2026-02-30T12:00:00Z' })]],
    ['a day that does not exist, in milliseconds', [value({ timestamp: '2026-02-29T12:00:00.000Z' })]],
    ['the last day of a shorter month', [value({ timestamp: '2026-04-31T12:00:00.000Z' })]],
    ['an hour that does not exist, in milliseconds', [value({ timestamp: '2026-02-28T24:00:00.000Z' })]],
    ['a leap second', [value({ timestamp: '2016-12-31T23:59:60Z' })]],
    ['an instant as a number', [value({ timestamp: 1767614400000 })]],
  ])('are refused if they contain %s', (_, body) => {
    const read = () => readValues(JSON.parse(JSON.stringify(body)), ASKED_AT);
    expect(read).toThrow(DomainError);
    expect(read).toThrow('The gateway sent an answer that does not fit its contract');
  });

  it('are refused with an error that contains the place but not the value', () => {
    const history = [{ code: 'a', values: [{ timestamp: 'secret', value: 1, quality: 'good' }] }];
    expect(() => readHistory(history)).toThrow(
      'The gateway sent an answer that does not fit its contract: /0/values/0/timestamp must match format "date-time".',
    );
  });

  it('may omit the time of a requested value, but not the time of a value in an event', () => {
    expect(readValues([value({ timestamp: null })], ASKED_AT)).toEqual([value({ timestamp: ASKED_AT })]);
    expect(() => readValueEvent(value({ timestamp: null }))).toThrow(DomainError);
  });

  it('are reduced to the fields of the contract', () => {
    const point = { code: 'a', name: 'A', unit: null, dataType: 'number', writable: true, group: null };
    const unlimited = { ...point, min: null, max: null, step: null };
    expect(readPoints([{ ...point, vendor: 'x' }])).toEqual([unlimited]);
    const { code, ...sample } = value({ timestamp: ASKED_AT });
    const history = { code, values: [{ ...sample, unit: 'kW' }, sample], vendor: 'x' };
    expect(readHistory([history])).toEqual([{ code, values: [sample, sample] }]);
  });

  it('may contain the limits of a point, which count as not known if they are not numbers', () => {
    const point = { code: 'a', name: 'A', unit: null, dataType: 'number', writable: true, group: null };
    const limits = { min: 0, max: 100, step: 0.5 };
    expect(readPoints([{ ...point, ...limits }])).toEqual([{ ...point, ...limits }]);
    const texts = { min: '0', max: null, step: true };
    expect(readPoints([{ ...point, ...texts }])).toMatchObject([{ min: null, max: null, step: null }]);
  });
});
