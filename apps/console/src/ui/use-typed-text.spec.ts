import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
/** The attributes of fields in which one types. */
const FIELD = /<(?:TextInput|Textarea|NumberInput|Autocomplete|PasswordInput)\b(?:.*\/>$|[^]*?\n *\/>)/gm;
/** A value of the address: `search.name` of a prop, or a value that the component takes from `useSearch()` itself. */
const BOUND = /value=\{search\./;
const BOUND_HERE = /value=\{search\b/;

describe('Fields in which one types', () => {
  it('do not show a search parameter directly, because the router changes it too late for a composition', () => {
    const bound = sources.flatMap(({ name, text }) => {
      const pattern = text.includes('useSearch()') ? BOUND_HERE : BOUND;
      return [...text.matchAll(FIELD)].filter(([field]) => pattern.test(field)).map(() => name);
    });
    expect(bound).toEqual([]);
  });
});
