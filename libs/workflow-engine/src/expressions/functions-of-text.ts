import type { Callback } from './compiler';
import { textOf } from './conversions';
import { MAX_LIST_LENGTH, type ExpressionRun } from './expression-run';
import { listed, native, nativesOf, type FunctionRow, type ListedFunction } from './listed-function';

const plain = nativesOf(String.prototype);

/** Charges a search for its worst case, which is the product of the two lengths. */
function paySearch(run: ExpressionRun, text: string, sought: unknown): void {
  const length = typeof sought === 'string' ? sought.length : 1;
  run.spend(Math.ceil((text.length * length) / 1024));
}

function searching(name: string): ListedFunction['call'] {
  const call = native(String.prototype, name);
  return (run, self, args) => {
    paySearch(run, self as string, args[0]);
    return call(run, self, args);
  };
}

/** Wraps a function that builds a longer text. Charges for the length of the result before the text is built. */
function growing(
  name: string,
  length: (text: string, args: readonly unknown[]) => number,
): ListedFunction['call'] {
  const call = native(String.prototype, name);
  return (run, self, args) => {
    const made = length(self as string, args);
    if (made > 0) run.characters(made);
    return call(run, self, args);
  };
}

const nativeSplit = native(String.prototype, 'split');

function split(run: ExpressionRun, self: unknown, args: readonly unknown[]): unknown {
  paySearch(run, self as string, args[0]);
  const parts = nativeSplit(run, self, args) as string[];
  run.elements(Math.min(parts.length, MAX_LIST_LENGTH));
  return parts;
}

/** Like `GetSubstitution` of the ECMAScript specification, but only for patterns that are texts. */
function substituted(run: ExpressionRun, template: string, text: string, found: string, at: number): string {
  let result = '';
  let from = 0;
  run.goThrough(template);
  for (let dollar = template.indexOf('$'); dollar >= 0; dollar = template.indexOf('$', from)) {
    run.step();
    const inserted = insertion(template[dollar + 1], text, found, at);
    result += template.slice(from, dollar) + (inserted ?? '$');
    from = dollar + (inserted === undefined ? 1 : 2);
    run.assertText(result.length);
  }
  return result + template.slice(from);
}

function insertion(mark: string | undefined, text: string, found: string, at: number): string | undefined {
  switch (mark) {
    case '$':
      return '$';
    case '&':
      return found;
    case '`':
      return text.slice(0, at);
    case "'":
      return text.slice(at + found.length);
    default:
      return undefined;
  }
}

function replacing(all: boolean): ListedFunction['call'] {
  return (run, self, [pattern, replacement]) => {
    const text = self as string;
    const sought = String(pattern);
    paySearch(run, text, sought);
    const template = typeof replacement === 'function' ? '' : String(replacement);
    const pieces: string[] = [];
    let length = 0;
    let from = 0;
    let at = text.indexOf(sought);
    while (at >= 0) {
      run.step();
      const made =
        typeof replacement === 'function'
          ? textOf(run, (replacement as Callback)(sought, at, text))
          : substituted(run, template, text, sought, at);
      length += at - from + made.length;
      run.assertText(length);
      pieces.push(text.slice(from, at), made);
      from = at + sought.length;
      const next = at + Math.max(1, sought.length);
      at = all && next <= text.length ? text.indexOf(sought, next) : -1;
    }
    run.characters(length + text.length - from);
    return pieces.join('') + text.slice(from);
  };
}

function padded(_: string, [length, filler]: readonly unknown[]): number {
  return filler === '' ? 0 : Math.trunc(Number(length));
}

const ROWS: readonly FunctionRow[] = [
  plain('at(index) → text', 'Returns the character at an index. A negative index counts from the end.', [
    'number',
  ]),
  plain('charAt(index) → text', 'Returns the character at an index, or an empty text.', ['number']),
  plain('charCodeAt(index) → number', 'Returns the UTF-16 code unit at an index.', ['number']),
  plain('codePointAt(index) → number', 'Returns the Unicode code point at an index.', ['number']),
  plain('endsWith(part, end?) → boolean', 'Returns whether the text ends with another text.', [
    'text',
    'number',
  ]),
  plain(
    'normalize(form?) → text',
    'Converts the text to a Unicode normal form: NFC (default), NFD, NFKC or NFKD.',
    ['text'],
  ),
  plain('slice(start?, end?) → text', 'Returns a part of the text. A negative index counts from the end.', [
    'number',
    'number',
  ]),
  plain('startsWith(part, start?) → boolean', 'Returns whether the text starts with another text.', [
    'text',
    'number',
  ]),
  plain('substring(start, end?) → text', 'Returns the part of the text between two indexes.', [
    'number',
    'number',
  ]),
  plain('toLowerCase() → text', 'Converts the text to lower case.', []),
  plain('toString() → text', 'Returns the text itself.', []),
  plain('toUpperCase() → text', 'Converts the text to upper case.', []),
  plain('trim() → text', 'Removes white space at both ends.', []),
  plain('trimEnd() → text', 'Removes white space at the end.', []),
  plain('trimStart() → text', 'Removes white space at the start.', []),
  [
    'includes(part, start?) → boolean',
    'Returns whether the text contains another text.',
    ['text', 'number'],
    searching('includes'),
  ],
  [
    'indexOf(part, start?) → number',
    'Returns the first index of another text in this one, or -1.',
    ['text', 'number'],
    searching('indexOf'),
  ],
  [
    'lastIndexOf(part, start?) → number',
    'Returns the last index of another text in this one, or -1.',
    ['text', 'number'],
    searching('lastIndexOf'),
  ],
  [
    'split(separator?, limit?) → array',
    'Returns the parts of the text between separators.',
    ['text', 'number'],
    split,
    { fresh: true },
  ],
  [
    'concat(...texts) → text',
    'Appends other texts.',
    ['text'],
    growing('concat', (text, args) =>
      args.reduce<number>((sum, arg) => sum + String(arg).length, text.length),
    ),
    { rest: true },
  ],
  [
    'padEnd(length, filler?) → text',
    'Appends a filler until the text has the given length.',
    ['number', 'text'],
    growing('padEnd', padded),
  ],
  [
    'padStart(length, filler?) → text',
    'Prepends a filler until the text has the given length.',
    ['number', 'text'],
    growing('padStart', padded),
  ],
  [
    'repeat(count) → text',
    'Repeats the text the given number of times.',
    ['number'],
    growing('repeat', (text, [count]) => (text === '' ? 0 : text.length * Number(count))),
  ],
  [
    'replace(part, by) → text',
    'Replaces the first occurrence of a text by another, or by the result of a function.',
    ['text', 'function or text'],
    replacing(false),
  ],
  [
    'replaceAll(part, by) → text',
    'Replaces every occurrence of a text by another, or by the result of a function.',
    ['text', 'function or text'],
    replacing(true),
  ],
];

/** Functions that read one position of a text or return a part of it. */
const PARTIAL = new Set([
  'at',
  'charAt',
  'charCodeAt',
  'codePointAt',
  'endsWith',
  'slice',
  'startsWith',
  'substring',
]);

/** Charges each call for the text that the function scans and for the text that it creates. */
function paid(row: ListedFunction): ListedFunction {
  const partial = PARTIAL.has(row.name);
  return {
    ...row,
    call(run, self, args) {
      if (partial) run.lookInto(self as string);
      else run.goThrough(self as string);
      const result = row.call(run, self, args);
      if (typeof result === 'string') run.characters(result.length);
      return result;
    },
  };
}

export const TEXT_METHODS = ROWS.map((row) => paid(listed(row)));
