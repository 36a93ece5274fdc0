import type { Callback } from './compiler';
import { textOf } from './conversions';
import { MAX_LIST_LENGTH, MAX_TEXT_LENGTH, type ExpressionRun } from './expression-run';
import { listed, native, type FunctionRow, type ListedFunction } from './listed-function';

const of = String.prototype;

/** Pays for a search: its worst case is the product of the lengths. */
function paySearch(run: ExpressionRun, text: string, sought: unknown): void {
  const length = typeof sought === 'string' ? sought.length : 1;
  run.spend(Math.ceil((text.length * length) / 1024));
}

function searching(target: unknown): ListedFunction['call'] {
  const call = native(target);
  return (run, self, args) => {
    paySearch(run, self as string, args[0]);
    return call(run, self, args);
  };
}

/** With the length of the result told before it is made. */
function growing(
  target: unknown,
  length: (text: string, args: readonly unknown[]) => number,
): ListedFunction['call'] {
  const call = native(target);
  return (run, self, args) => {
    const made = length(self as string, args);
    if (made > 0) run.characters(made);
    return call(run, self, args);
  };
}

function split(run: ExpressionRun, self: unknown, args: readonly unknown[]): unknown {
  paySearch(run, self as string, args[0]);
  const parts = Reflect.apply(of.split, self, args) as string[];
  run.elements(Math.min(parts.length, MAX_LIST_LENGTH));
  return parts;
}

/** As GetSubstitution of the language, for patterns that are texts. */
function substituted(
  template: string,
  text: string,
  found: string,
  at: number,
): (run: ExpressionRun) => string {
  return (run) => {
    let result = '';
    let from = 0;
    for (let dollar = template.indexOf('$'); dollar >= 0; dollar = template.indexOf('$', from)) {
      const mark = template[dollar + 1] ?? '';
      const inserted = { $: '$', '&': found, '`': text.slice(0, at), "'": text.slice(at + found.length) }[
        mark
      ];
      result += template.slice(from, dollar) + (inserted ?? '$');
      from = dollar + (inserted === undefined ? 1 : 2);
      if (result.length > MAX_TEXT_LENGTH) run.characters(result.length);
    }
    return result + template.slice(from);
  };
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
          : substituted(template, text, sought, at)(run);
      length += at - from + made.length;
      run.characters(length);
      pieces.push(text.slice(from, at), made);
      from = at + sought.length;
      const next = at + Math.max(1, sought.length);
      at = all && next <= text.length ? text.indexOf(sought, next) : -1;
    }
    run.characters(length + text.length - from);
    return pieces.join('') + text.slice(from);
  };
}

function padded(text: string, [length, filler]: readonly unknown[]): number {
  const wanted = Math.trunc(Number(length)) || 0;
  return filler === '' || wanted <= text.length ? 0 : wanted;
}

const plain = (
  signature: string,
  description: string,
  takes: FunctionRow[2],
  target: unknown,
): FunctionRow => [signature, description, takes, native(target)];

const ROWS: readonly FunctionRow[] = [
  plain(
    'at(index) → text',
    'The character at an index; negative ones count from the end.',
    ['number'],
    of.at,
  ),
  plain('charAt(index) → text', 'The character at an index, or an empty text.', ['number'], of.charAt),
  plain('charCodeAt(index) → number', 'The UTF-16 code at an index.', ['number'], of.charCodeAt),
  plain('codePointAt(index) → number', 'The code point at an index.', ['number'], of.codePointAt),
  plain('endsWith(part, end?) → boolean', 'Whether it ends with a text.', ['text', 'number'], of.endsWith),
  plain(
    'normalize(form?) → text',
    'Its Unicode normal form: NFC, NFD, NFKC or NFKD.',
    ['text'],
    of.normalize,
  ),
  plain(
    'slice(start?, end?) → text',
    'A part; negative places count from the end.',
    ['number', 'number'],
    of.slice,
  ),
  plain(
    'startsWith(part, start?) → boolean',
    'Whether it starts with a text.',
    ['text', 'number'],
    of.startsWith,
  ),
  plain('substring(start, end?) → text', 'A part, between two places.', ['number', 'number'], of.substring),
  plain('toLowerCase() → text', 'In lower case.', [], of.toLowerCase),
  plain('toString() → text', 'Itself.', [], of.toString),
  plain('toUpperCase() → text', 'In upper case.', [], of.toUpperCase),
  plain('trim() → text', 'Without white space at both ends.', [], of.trim),
  plain('trimEnd() → text', 'Without white space at the end.', [], of.trimEnd),
  plain('trimStart() → text', 'Without white space at the start.', [], of.trimStart),
  [
    'includes(part, start?) → boolean',
    'Whether it contains a text.',
    ['text', 'number'],
    searching(of.includes),
  ],
  [
    'indexOf(part, start?) → number',
    'Where a text begins in it, or -1.',
    ['text', 'number'],
    searching(of.indexOf),
  ],
  [
    'lastIndexOf(part, start?) → number',
    'Where a text begins in it for the last time, or -1.',
    ['text', 'number'],
    searching(of.lastIndexOf),
  ],
  [
    'split(separator?, limit?) → array',
    'The texts between separators.',
    ['text', 'number'],
    split,
    { fresh: true },
  ],
  [
    'concat(...texts) → text',
    'With other texts behind it.',
    ['text'],
    growing(of.concat, (text, args) =>
      args.reduce<number>((sum, arg) => sum + String(arg).length, text.length),
    ),
    { rest: true },
  ],
  ['padEnd(length, filler?) → text', 'Filled up at the end.', ['number', 'text'], growing(of.padEnd, padded)],
  [
    'padStart(length, filler?) → text',
    'Filled up at the start.',
    ['number', 'text'],
    growing(of.padStart, padded),
  ],
  [
    'repeat(count) → text',
    'Itself, so many times.',
    ['number'],
    growing(of.repeat, (text, [count]) => (text === '' ? 0 : text.length * Number(count))),
  ],
  [
    'replace(part, by) → text',
    'With the first occurrence of a text replaced, by another or by what a function gives.',
    ['text', 'function or text'],
    replacing(false),
  ],
  [
    'replaceAll(part, by) → text',
    'With every occurrence of a text replaced, by another or by what a function gives.',
    ['text', 'function or text'],
    replacing(true),
  ],
];

/** Every one pays for the text that it goes through, and for the one that it makes. */
function paid(row: ListedFunction): ListedFunction {
  return {
    ...row,
    call(run, self, args) {
      run.characters((self as string).length);
      const result = row.call(run, self, args);
      if (typeof result === 'string') run.characters(result.length);
      return result;
    },
  };
}

export const TEXT_METHODS = ROWS.map((row) => paid(listed(row)));
