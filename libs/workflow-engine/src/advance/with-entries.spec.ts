import { withEntries, withEntry } from './with-entries';

const special = JSON.parse('{"__proto__": {"polluted": true}, "b": 2}') as Record<string, unknown>;
const record: Record<string, unknown> = { a: 1, b: 0 };

describe('a copy of a record with changed entries', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a new entry', record, { c: 3 }],
    ['a new entry, and a replaced one that keeps its position', record, { a: 9, c: 3 }],
    ['no entries', record, {}],
    ['an entry named __proto__', record, special],
    ['a new entry in a record with an entry named __proto__', special, { c: 3 }],
  ])('equals a spread copy: %s', (_what, before, entries) => {
    const copy = withEntries(before, entries);
    expect(Object.entries(copy)).toEqual(Object.entries({ ...before, ...entries }));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(copy).not.toBe(before);
  });

  it.each<[Record<string, unknown>, string]>([
    [record, 'c'],
    [record, 'a'],
    [record, '__proto__'],
    [special, 'c'],
    [special, '__proto__'],
  ])('equals a spread copy of %j with the entry %s', (before, name) => {
    const copy = withEntry<unknown>(before, name, { polluted: true });
    expect(Object.entries(copy)).toEqual(Object.entries({ ...before, [name]: { polluted: true } }));
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });
});
