import { say } from '@app/kernel';
import type { Callback } from './compiler';
import { isObject, joinedText, primitiveOf, textOf } from './conversions';
import { MAX_LIST_LENGTH, MAX_VALUE_DEPTH, type ExpressionRun } from './expression-run';
import { listed, native, nativesOf, type FunctionRow, type ListedFunction } from './listed-function';

const plain = nativesOf(Array.prototype);
type Call = ListedFunction['call'];

const join: Call = (run, self, [separator]) =>
  joinedText(run, self as unknown[], separator === undefined ? ',' : textOf(run, separator));

const concat: Call = (run, self, args) => {
  const added = args.reduce<number>((sum, arg) => sum + (Array.isArray(arg) ? arg.length : 1), 0);
  run.elements((self as unknown[]).length + added);
  return (self as unknown[]).concat(...args);
};

function flatten(
  run: ExpressionRun,
  list: readonly unknown[],
  depth: number,
  into: unknown[],
  level = 0,
): unknown[] {
  if (level > MAX_VALUE_DEPTH) run.fail(say('arrays_too_deep'));
  run.elements(list.length);
  for (const element of list) {
    if (depth > 0 && Array.isArray(element)) flatten(run, element, depth - 1, into, level + 1);
    else if (into.push(element) > MAX_LIST_LENGTH) run.elements(into.length);
  }
  return into;
}

const flat: Call = (run, self, [depth]) => {
  const levels = depth === undefined ? 1 : Math.trunc(Number(depth)) || 0;
  return flatten(run, self as unknown[], levels, []);
};

const flatMap: Call = (run, self, [callback]) =>
  flatten(run, (self as unknown[]).map(callback as (element: unknown) => unknown), 1, []);

/** Returns a sorted copy, compared by the given function or as text. Undefined is always last. */
function sorted(run: ExpressionRun, list: readonly unknown[], compare: Callback | undefined): unknown[] {
  run.elements(list.length);
  run.spend(Math.ceil((list.length * Math.log2(list.length + 1)) / 8));
  if (compare) {
    return list.toSorted((a, b) => {
      const order = compare(a, b);
      return Number(isObject(order) ? primitiveOf(run, order, 'number') : order);
    });
  }
  const keyed = list.map((element) => {
    const text = element === undefined ? undefined : textOf(run, element);
    run.characters(text?.length ?? 0);
    return text === undefined ? undefined : { text, element };
  });
  keyed.sort((a, b) => {
    run.spend(Math.min(a?.text.length ?? 0, b?.text.length ?? 0) >> 6);
    return a === undefined || b === undefined || a.text === b.text ? 0 : a.text < b.text ? -1 : 1;
  });
  return keyed.map((entry) => entry?.element);
}

const toSorted: Call = (run, self, [compare]) =>
  sorted(run, self as unknown[], compare as Callback | undefined);

// Nothing else references the array, so a sorted copy has the same effect as sorting in place.
const sort = toSorted;

const nativeToSpliced = native(Array.prototype, 'toSpliced');

const toSpliced: Call = (run, self, args) => {
  run.elements((self as unknown[]).length + Math.max(0, args.length - 2));
  return nativeToSpliced(run, self, args);
};

const FUNCTION: FunctionRow[2] = ['function'];
const fresh = { fresh: true };

/**
 * Wraps a search function. Charges the run for comparisons with a text, because each of them may read the text to its
 * end.
 */
function searching(name: string): Call {
  const call = native(Array.prototype, name);
  return (run, self, args) => {
    const [value] = args;
    if (typeof value === 'string') run.spend((self as unknown[]).length * (value.length >> 6));
    return call(run, self, args);
  };
}

const ROWS: readonly FunctionRow[] = [
  plain('at(index) → any', 'Returns the element at an index. A negative index counts from the end.', [
    'number',
  ]),
  plain('every(test) → boolean', 'Returns whether all elements pass the test.', FUNCTION),
  plain('filter(test) → array', 'Returns the elements that pass the test.', FUNCTION, fresh),
  plain('find(test) → any', 'Returns the first element that passes the test.', FUNCTION),
  plain(
    'findIndex(test) → number',
    'Returns the index of the first element that passes the test, or -1.',
    FUNCTION,
  ),
  plain('findLast(test) → any', 'Returns the last element that passes the test.', FUNCTION),
  plain(
    'findLastIndex(test) → number',
    'Returns the index of the last element that passes the test, or -1.',
    FUNCTION,
  ),
  [
    'includes(value, start?) → boolean',
    'Returns whether the array contains a value.',
    ['any', 'number'],
    searching('includes'),
  ],
  [
    'indexOf(value, start?) → number',
    'Returns the first index of a value, or -1.',
    ['any', 'number'],
    searching('indexOf'),
  ],
  [
    'lastIndexOf(value, start?) → number',
    'Returns the last index of a value, or -1.',
    ['any', 'number'],
    searching('lastIndexOf'),
  ],
  plain(
    'map(change) → array',
    'Returns the results of calling a function with each element.',
    FUNCTION,
    fresh,
  ),
  plain(
    'reduce(combine, first?) → any',
    'Combines all elements with a function, from the first to the last.',
    ['function', 'any'],
  ),
  plain(
    'reduceRight(combine, first?) → any',
    'Combines all elements with a function, from the last to the first.',
    ['function', 'any'],
  ),
  plain(
    'slice(start?, end?) → array',
    'Returns a part of the array. A negative index counts from the end.',
    ['number', 'number'],
    fresh,
  ),
  plain('some(test) → boolean', 'Returns whether at least one element passes the test.', FUNCTION),
  plain('toReversed() → array', 'Returns a copy in reverse order.', [], fresh),
  plain(
    'with(index, value) → array',
    'Returns a copy with another value at an index.',
    ['number', 'any'],
    fresh,
  ),
  [
    'concat(...values) → array',
    'Returns a copy with other elements added at the end.',
    ['any'],
    concat,
    { rest: true, fresh: true },
  ],
  [
    'flat(depth?) → array',
    'Returns a copy in which nested arrays are replaced by their elements.',
    ['number'],
    flat,
    fresh,
  ],
  ['flatMap(change) → array', 'Like map, followed by flat.', FUNCTION, flatMap, fresh],
  ['join(separator?) → text', 'Joins all elements to one text.', ['text'], join],
  [
    'reverse() → array',
    'Like toReversed. Can be called only on an array that the expression has created.',
    [],
    native(Array.prototype, 'toReversed'),
    { fresh: true, changes: true },
  ],
  [
    'sort(compare?) → array',
    'Like toSorted. Can be called only on an array that the expression has created.',
    FUNCTION,
    sort,
    { fresh: true, changes: true, mayOmitFunction: true },
  ],
  [
    'toSorted(compare?) → array',
    'Returns a sorted copy. Elements are compared as texts, or by the given function.',
    FUNCTION,
    toSorted,
    { fresh: true, mayOmitFunction: true },
  ],
  [
    'toSpliced(start, count?, ...values) → array',
    'Returns a copy in which some elements are removed or replaced.',
    ['number', 'number', 'any'],
    toSpliced,
    { fresh: true, rest: true },
  ],
  ['toString() → text', 'Like join.', [], (run, self) => textOf(run, self)],
];

/** Charges each call for the array that the function walks over. Callbacks are charged separately. */
function paid(row: ListedFunction): ListedFunction {
  return {
    ...row,
    call(run, self, args) {
      if (row.name !== 'at') run.elements((self as unknown[]).length);
      return row.call(run, self, args);
    },
  };
}

export const ARRAY_METHODS = ROWS.map((row) => paid(listed(row)));
