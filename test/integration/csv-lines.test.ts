// Runs on both profiles: each database has statements of its own.
import {
  AlertEntity,
  AreaEntity,
  cellOf,
  cellOfRelated,
  cellWhen,
  KeysetLines,
  secondsBetween,
  wordWhen,
} from '@app/entities';
import { type CsvCell, csvLine } from '@app/kernel';
import fc from 'fast-check';
import { openDatabase, type TestDatabase } from '../harness';

const RAISED_AT = new Date('2026-05-01T10:00Z');
const RANGE = { from: RAISED_AT, to: new Date('2026-05-02T10:00Z') };
const LINES = new KeysetLines(AlertEntity, {
  at: 'raisedAt',
  id: 'id',
  cells: [
    cellOf('title'),
    cellOf('message'),
    cellOf('value'),
    cellOf('threshold'),
    cellOf('occurrences'),
    cellOf('acknowledged'),
    cellOf('clearedAt'),
    secondsBetween('raisedAt', 'clearedAt'),
    wordWhen('state', 'cleared', { match: 'no', otherwise: 'yes' }),
    cellWhen('state', 'shelved', 'shelveReason'),
    cellOfRelated('areaId', AreaEntity, 'name'),
  ],
});

type Values = Pick<
  AlertEntity,
  | 'title'
  | 'message'
  | 'value'
  | 'threshold'
  | 'occurrences'
  | 'acknowledged'
  | 'clearedAt'
  | 'state'
  | 'shelveReason'
  | 'areaId'
>;

const AREA_NAME = '＝1, "east"';
const PLAIN: Values = {
  title: 'Pump',
  message: null,
  value: null,
  threshold: null,
  occurrences: 1,
  acknowledged: false,
  clearedAt: null,
  state: 'cleared',
  shelveReason: null,
  areaId: null,
};
const TEXTS = [
  '',
  ' ',
  '=1+1',
  '+1',
  '-1',
  '@x',
  '＝1',
  '＋1',
  '－1',
  '＠1',
  '\t=1',
  '\r',
  '\n',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u009f',
  '\u00a0',
  '"',
  '-"',
  'a,b',
  'a\nb',
  'a\rb',
  "'=1",
  '0',
  '9',
  ':',
  'A',
  'Z',
  '[',
  '\\',
  '\\n',
  'z',
  '{',
  '~',
  '水, "Küche" 🚰',
];
const JSON_TEXTS = [
  ...TEXTS,
  '\u0000',
  'a\u0000',
  '\\u0000',
  '\ud800',
  'a\udc00\ud800',
  '\\ud800',
  '\\\\',
  '\b\f',
];
const NUMBERS = [
  0,
  -0,
  -12.5,
  0.1,
  1e-4,
  0.000_012_3,
  1e-6,
  9.9e-7,
  1e-7,
  -1.25e-7,
  1e-15,
  9.5e-16,
  1e-20,
  2.5e-300,
  999_999_999_999_999.9,
  1e15,
  2 ** 50 + 0.125,
  -123_456_789_012_345_680,
  1e20,
  1e21,
  1.5e22,
  -1.7e308,
];

/** Numbers for which `isTextMidway` is true. */
const MIDWAY = [18_973_931_225_273_552, -18_895_308_668_785_552, 1e23];

const text = fc.string({ unit: 'binary', maxLength: 20 }).filter((value) => !value.includes('\0'));
const aText = fc.oneof(text, fc.constantFrom(...TEXTS));
const aNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !isTextMidway(value));
const anInstant = fc.date({ min: new Date('1971-01-01'), max: new Date('9998-12-31'), noInvalidDate: true });
const values = (areaId: number): fc.Arbitrary<Values> =>
  fc.record({
    title: aText,
    message: fc.option(aText),
    value: fc.oneof(
      aText,
      aNumber,
      fc.boolean(),
      fc.array(aText),
      fc.dictionary(aText, aText),
      fc.constant(null),
    ),
    threshold: fc.option(aNumber),
    occurrences: fc.integer({ min: -1000, max: 2_147_483_647 }),
    acknowledged: fc.boolean(),
    clearedAt: fc.option(anInstant),
    state: fc.constantFrom('active' as const, 'shelved' as const, 'cleared' as const),
    shelveReason: fc.option(aText),
    areaId: fc.option(fc.constant(areaId)),
  });

describe('lines that the database writes', () => {
  let database: TestDatabase;
  let areaId: number;

  beforeAll(async () => {
    database = await openDatabase();
    const area = { id: 7, name: AREA_NAME, sortOrder: 1, parentId: null, status: 'normal' as const };
    ({ id: areaId } = await database.dataSource.manager.save(AreaEntity, area));
  });
  afterAll(() => database.drop());

  /** Inserts the rows and reads their lines. */
  async function linesOf(rows: readonly Values[]): Promise<string> {
    const { manager } = database.dataSource;
    await manager.createQueryBuilder().delete().from(AlertEntity).execute();
    await manager.insert(AlertEntity, rows.map(toAlert));
    let text = '';
    for await (const page of LINES.read(manager, RANGE, 50)) text += page.text.toString();
    return text;
  }

  it('CSV lines from the database equal the lines of csvLine for extreme texts, numbers and JSON values', async () => {
    const rows: Values[] = [
      ...TEXTS.map((title) => ({ ...PLAIN, title, message: title, areaId })),
      ...NUMBERS.map((threshold) => ({ ...PLAIN, threshold, value: threshold })),
      ...[...JSON_TEXTS, true, false, [], {}, [1, 'a'], { '=': '\\"' }].map((value) => ({ ...PLAIN, value })),
      ...[0, 1, -1, 999, 5_400_000].map((ms) => ({
        ...PLAIN,
        clearedAt: new Date(RAISED_AT.getTime() + ms),
      })),
    ];
    expect(await linesOf(rows)).toBe(rows.map((row) => csvLine(cellsOf(row))).join(''));
  });

  it.each(MIDWAY)(
    'CSV lines from the database have a text that means exactly the number %d',
    async (threshold) => {
      expect(isTextMidway(threshold)).toBe(true);
      const lines = await linesOf([{ ...PLAIN, threshold }]);
      expect(Number(lines.split(',')[3])).toBe(threshold);
    },
  );

  it('CSV lines from the database can be read again after the database has refused a statement', async () => {
    const lines = linesOf([PLAIN]);
    await expect(lines).resolves.toContain('Pump');
    const { manager } = database.dataSource;
    const refused = LINES.read(manager, { ...RANGE, equals: { areaId: Number.NaN } });
    await expect(refused.next()).rejects.toThrow(/nan/i);
    expect(await linesOf([PLAIN])).toBe(await lines);
  });

  it('CSV lines from the database equal the lines of csvLine for any values', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(values(areaId), { minLength: 1, maxLength: 100 }), async (rows) => {
        expect(await linesOf(rows)).toBe(rows.map((row) => csvLine(cellsOf(row))).join(''));
      }),
      { numRuns: 20 },
    );
  });
});

function toAlert(row: Values, index: number): Partial<AlertEntity> {
  return {
    ...row,
    id: index + 1,
    source: 'manual',
    type: 'test',
    originator: 'test',
    originKey: 'test',
    severity: 'minor',
    raisedAt: RAISED_AT,
    lastRaisedAt: RAISED_AT,
  };
}

function cellsOf({ clearedAt, value, state, ...row }: Values): CsvCell[] {
  return [
    row.title,
    row.message,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : wellFormed(value),
    row.threshold,
    row.occurrences,
    row.acknowledged,
    clearedAt,
    clearedAt && (clearedAt.getTime() - RAISED_AT.getTime()) / 1000,
    state === 'cleared' ? 'no' : 'yes',
    state === 'shelved' ? row.shelveReason : null,
    row.areaId === null ? null : AREA_NAME,
  ];
}

/**
 * Returns true if the shortest text of the number lies exactly midway between the number and its neighbour. JavaScript
 * writes this text, but PostgreSQL writes one with more digits. Both mean the same number. This happens only from 2^53
 * on, because midway texts of smaller numbers have more than 17 digits.
 */
function isTextMidway(value: number): boolean {
  const size = Math.abs(value);
  if (size < 2 ** 53) return false;
  const [, first = '', rest = '', exponent] = /^(\d)\.?(\d*)e\+(\d+)$/.exec(size.toExponential()) ?? [];
  const shortest = BigInt(first + rest) * 10n ** BigInt(Number(exponent) - rest.length);
  return ([1n, -1n] as const).some((step) => {
    const neighbour = neighbourOf(size, step);
    return Number.isFinite(neighbour) && 2n * shortest === BigInt(size) + BigInt(neighbour);
  });
}

/** Returns the next larger (step 1) or smaller (step -1) double of a positive one. */
function neighbourOf(value: number, step: 1n | -1n): number {
  const bits = new BigUint64Array(new Float64Array([value]).buffer);
  return new Float64Array(new BigUint64Array([(bits[0] ?? 0n) + step]).buffer)[0] ?? Number.NaN;
}

/**
 * Replaces characters that the database cannot store: halves of surrogate pairs, which UTF-8 does not have, and NUL,
 * which PostgreSQL does not allow in a text.
 */
function wellFormed<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD') : value;
}
