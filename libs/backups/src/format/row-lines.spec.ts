import fc from 'fast-check';
import { BackupFileError } from './backup-file-error';
import { type BackupTable, COLUMN_KINDS, type ColumnKind } from './manifest';
import { countLines, decodeLines, encodeRow } from './row-lines';

const table: BackupTable = {
  name: 'sample',
  columns: COLUMN_KINDS.map((kind) => ({ name: `a_${kind}`, kind })),
  primaryKey: ['a_integer'],
  generated: null,
};

/** Instants around clock changes, and in the first and the last year that the databases support. */
const MEMORABLE = [
  '1000-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2026-03-29T00:59:59.999Z',
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T00:30:00.000Z',
  '2026-10-25T01:30:00.000Z',
  '9998-12-31T23:59:59.999Z',
];
const HOSTILE = [
  '',
  "'; DROP TABLE user_account; --",
  '\\"\\n\\u0000',
  '\n\r\u2028\u2029\t',
  '[1,null]\n[2,null]',
  'null',
  '\u{1f3ed} 机房 e\u0301',
  '\u202e\u0007',
];

const text = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'grapheme' }));
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
/** The values of each kind as both drivers return them, without null. */
const driverValues: Record<ColumnKind, fc.Arbitrary<unknown>> = {
  integer: fc.integer(),
  bigint: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  double: fc.oneof(
    number,
    number.map(String),
    fc.constantFrom(-0, Number.MAX_VALUE, Number.MIN_VALUE, 5e-324, 0.1 + 0.2, 2 ** 53 + 2),
  ),
  boolean: fc.oneof(fc.boolean(), fc.constantFrom(0, 1)),
  text,
  json: fc.oneof(
    fc.json(),
    text.map((value) => JSON.stringify(value)),
    fc.constantFrom(
      'null',
      '{"b":1,"a":2}',
      '{ "a" : 1.0 }',
      '{"a":1,"a":2}',
      '12345678901234567890',
      'not JSON',
    ),
  ),
  instant: fc.oneof(
    fc.constantFrom(...MEMORABLE).map((iso) => new Date(iso)),
    fc.date({
      min: new Date(MEMORABLE[0] ?? ''),
      max: new Date(MEMORABLE.at(-1) ?? ''),
      noInvalidDate: true,
    }),
  ),
};

/** Converts a value of the driver to the value that a restore inserts. The two differ only in their types. */
const INSERTED: Record<ColumnKind, (value: unknown) => unknown> = {
  integer: Number,
  bigint: String,
  double: (value) => (Object.is(Number(value), -0) ? '-0' : Number(value)),
  boolean: Number,
  text: String,
  json: String,
  instant: (value) => (value as Date).getTime(),
};

const rows = fc.array(
  fc.record(
    Object.fromEntries(
      table.columns.map(({ name, kind }) => [name, fc.oneof(driverValues[kind], fc.constant(null))]),
    ),
  ),
  { minLength: 1, maxLength: 20 },
);

describe('the lines of a table', () => {
  it('are decoded to the values that were encoded', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const lines = Buffer.from(given.map((row) => encodeRow(table.columns, row)).join(''));
        expect(countLines(lines)).toBe(given.length);
        const decoded = decodeLines(table, lines);
        for (const [index, { name, kind }] of table.columns.entries()) {
          const expected = given.map((row) => (row[name] === null ? null : INSERTED[kind](row[name])));
          expect(decoded[index]).toMatchObject({ name, values: expected });
        }
      }),
      { numRuns: 300 },
    );
  });

  it('contain instants, numbers and JSON as described in the documentation', () => {
    const row = {
      a_integer: 7,
      a_bigint: '9007199254740993',
      a_double: 0.1,
      a_boolean: 1,
      a_text: 'line\nbreak',
      a_json: '{"limits":[1,2]}',
      a_instant: new Date('2026-03-29T01:00:00Z'),
    };
    expect(encodeRow(table.columns, row)).toBe(
      '[7,"9007199254740993",0.1,true,"line\\nbreak",[{"limits":[1,2]}],"2026-03-29T01:00:00.000Z"]\n',
    );
  });

  it('preserve numbers that JSON cannot represent', () => {
    const columns = [{ name: 'value', kind: 'double' as const }];
    for (const special of [Number.NaN, Infinity, -Infinity]) {
      const lines = Buffer.from(encodeRow(columns, { value: special }));
      expect(decodeLines({ ...table, columns }, lines)[0]?.values).toEqual([String(special)]);
    }
  });

  it.each([
    ['integer', '"1"'],
    ['integer', '1.5'],
    ['bigint', '1'],
    ['bigint', '"1e3"'],
    ['double', '"1"'],
    ['boolean', '1'],
    ['text', '1'],
    ['json', '{"a":1}'],
    ['json', '[1,2]'],
    ['instant', '"soon"'],
    ['instant', '0'],
  ] as const)('are reported as damaged if a value of the kind %s is %s', (kind, value) => {
    const described = { ...table, columns: [{ name: 'value', kind }] };
    expect(() => decodeLines(described, Buffer.from(`[${value}]\n`))).toThrow(BackupFileError);
  });

  it('are reported as damaged if a line lacks a value', () => {
    expect(() => decodeLines(table, Buffer.from('[1]\n'))).toThrow(BackupFileError);
    expect(() => decodeLines(table, Buffer.from('{}\n'))).toThrow(BackupFileError);
    expect(() => decodeLines(table, Buffer.from('[1,\n'))).toThrow(BackupFileError);
  });
});
