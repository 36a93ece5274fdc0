import { postgresTypes } from './postgres-types';
import { ResultRows } from './result-rows';
import { decimal, toJson, wholeNumber } from './sql-values';

const read = (oid: number, text: string) =>
  (postgresTypes.getTypeParser(oid, 'text') as (text: string) => unknown)(text);

describe('wholeNumber', () => {
  it.each([
    ['0', 0],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['-9223372036854775808', '-9223372036854775808'],
  ])('converts %s to %p', (text, value) => expect(wholeNumber(text)).toBe(value));
});

describe('decimal', () => {
  it.each([
    ['21.5000000000000000', 21.5],
    ['3.3333333333333333', 3.3333333333333335],
    ['-0.1', -0.1],
    ['12345678901234567890', '12345678901234567890'],
    ['42', 42],
    ['NaN', null],
    ['Infinity', null],
  ])('converts %s to %p', (text, value) => expect(decimal(text)).toBe(value));
});

describe('toJson', () => {
  it.each([
    [new Date('2026-03-01T12:00:00.5Z'), '2026-03-01T12:00:00.500Z'],
    [new Date(Number.NaN), null],
    [Buffer.from('abc'), 'YWJj'],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    [1n, 1],
    [2n ** 60n, '1152921504606846976'],
    [undefined, null],
    [
      [new Date(0), { a: Buffer.from('') }],
      ['1970-01-01T00:00:00.000Z', { a: '' }],
    ],
  ])('converts %p to %p', (value, json) => expect(toJson(value)).toEqual(json));
});

describe('the types of PostgreSQL', () => {
  it.each([
    ['timestamptz', 1184, '2026-03-01 12:00:00.123456+00', '2026-03-01T12:00:00.123Z'],
    ['timestamp', 1114, '2026-03-01 12:00:00', '2026-03-01T12:00:00.000Z'],
    ['timestamptz for ever', 1184, 'infinity', 'infinity'],
    ['date', 1082, '2026-03-01', '2026-03-01'],
    ['interval', 1186, 'PT1H', 'PT1H'],
    ['text', 25, 'x', 'x'],
    ['int4', 23, '7', 7],
  ])('are converted to JSON: %s', (_name, oid, text, value) => expect(read(oid, text)).toBe(value));
});

describe('ResultRows', () => {
  it('accepts any column name as an ordinary property', () => {
    const rows = new ResultRows({ rows: 1, characters: 100 });
    rows.add(['__proto__', 'constructor'], ['x', 'y']);
    expect(JSON.stringify(rows.rows)).toBe('[{"__proto__":"x","constructor":"y"}]');
  });

  it('refuses a row beyond the number or the size limit', () => {
    const rows = new ResultRows({ rows: 2, characters: 30 });
    rows.add(['a'], ['1234567']);
    expect(() => rows.add(['a'], ['123456789'])).toThrow(
      expect.objectContaining({ code: 'result_too_large' }),
    );
    const few = new ResultRows({ rows: 1, characters: 1000 });
    few.add(['a'], [1]);
    expect(() => few.add(['a'], [2])).toThrow(expect.objectContaining({ code: 'too_many_rows' }));
  });
});
