import fc from 'fast-check';
import { say } from './messages';
import { jsonExcess } from './json-excess';

const TOO_MANY = say('too_many_values', { most: 150_000 });
const valuesOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, one) => sum + valuesOf(one), 1)
    : 1;

describe('jsonExcess', () => {
  it('counts lists, objects and the values in them, and nothing in texts', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const rest = 149_999 - valuesOf(JSON.parse(text));
        const filled = (zeros: number) => `[${'0, '.repeat(zeros)}${text}]`;
        expect([jsonExcess(filled(rest)), jsonExcess(filled(rest + 1))]).toEqual([null, TOO_MANY]);
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['""'],
    [String.raw`"\"[,"`],
    [String.raw`"\\"`],
    [String.raw`"\\\"{,"`],
    [String.raw`{"\"": "\\", "a": ","}`],
  ])('finds the end of texts with escapes: %s', (text) => {
    const rest = 149_999 - valuesOf(JSON.parse(text));
    const filled = (zeros: number) => `[${'0, '.repeat(zeros)}${text}]`;
    expect([jsonExcess(filled(rest)), jsonExcess(filled(rest + 1))]).toEqual([null, TOO_MANY]);
  });

  it.each([
    ['lists', '['.repeat(201)],
    ['objects', '{"a":'.repeat(201)],
  ])('refuses too deep %s', (_, text) => {
    expect(jsonExcess(text)).toMatchObject({ message: 'is nested too deeply' });
  });

  it('accepts a deep value, and malformed JSON', () => {
    expect(jsonExcess(`${'['.repeat(200)}${']'.repeat(200)}`)).toBeNull();
    expect(jsonExcess('"\\')).toBeNull();
  });
});
