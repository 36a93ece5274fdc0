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
  if (level > MAX_VALUE_DEPTH) run.fail('Arrays are nested too deeply.');
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

// Nothing else references the array, so a sorted copy equals sorting in place.
const sort = toSorted;

const nativeToSpliced = native(Array.prototype, 'toSpliced');

const toSpliced: Call = (run, self, args) => {
  run.elements((self as unknown[]).length + Math.max(0, args.length - 2));
  return nativeToSpliced(run, self, args);
};

const FUNCTION: FunctionRow[2] = ['function'];
const fresh = { fresh: true };

/** Charges the run for comparing texts, because a comparison may read each text to its end. */
function searching(name: string): Call {
  const call = native(Array.prototype, name);
  return (run, self, args) => {
    const [value] = args;
    if (typeof value === 'string') run.spend((self as unknown[]).length * (value.length >> 6));
    return call(run, self, args);
  };
}

const ROWS: readonly FunctionRow[] = [
  plain('at(index) → any', 'The element at an index; negative ones count from the end.', ['number']),
  plain('every(test) → boolean', 'Whether all elements pass.', FUNCTION),
  plain('filter(test) → array', 'The elements that pass.', FUNCTION, fresh),
  plain('find(test) → any', 'The first element that passes.', FUNCTION),
  plain('findIndex(test) → number', 'The index of the first element that passes, or -1.', FUNCTION),
  plain('findLast(test) → any', 'The last element that passes.', FUNCTION),
  plain('findLastIndex(test) → number', 'The index of the last element that passes, or -1.', FUNCTION),
  [
    'includes(value, start?) → boolean',
    'Whether a value is in it.',
    ['any', 'number'],
    searching('includes'),
  ],
  [
    'indexOf(value, start?) → number',
    'The first index of a value, or -1.',
    ['any', 'number'],
    searching('indexOf'),
  ],
  [
    'lastIndexOf(value, start?) → number',
    'The last index of a value, or -1.',
    ['any', 'number'],
    searching('lastIndexOf'),
  ],
  plain('map(change) → array', 'The result of a function for each element.', FUNCTION, fresh),
  plain('reduce(combine, first?) → any', 'All elements combined by a function.', ['function', 'any']),
  plain('reduceRight(combine, first?) → any', 'The same, from the end.', ['function', 'any']),
  plain(
    'slice(start?, end?) → array',
    'A part; negative places count from the end.',
    ['number', 'number'],
    fresh,
  ),
  plain('some(test) → boolean', 'Whether any element passes.', FUNCTION),
  plain('toReversed() → array', 'In reverse order.', [], fresh),
  plain('with(index, value) → array', 'With another value at an index.', ['number', 'any'], fresh),
  [
    'concat(...values) → array',
    'With other elements behind it.',
    ['any'],
    concat,
    { rest: true, fresh: true },
  ],
  ['flat(depth?) → array', 'With the elements of arrays in it instead of these.', ['number'], flat, fresh],
  ['flatMap(change) → array', 'As map, then flat.', FUNCTION, flatMap, fresh],
  ['join(separator?) → text', 'All elements as one text.', ['text'], join],
  [
    'reverse() → array',
    'As toReversed; only of an array that the expression has just made.',
    [],
    native(Array.prototype, 'toReversed'),
    { fresh: true, changes: true },
  ],
  [
    'sort(compare?) → array',
    'As toSorted; only of an array that the expression has just made.',
    FUNCTION,
    sort,
    { fresh: true, changes: true, mayOmitFunction: true },
  ],
  [
    'toSorted(compare?) → array',
    'In order: as texts, or as a function compares them.',
    FUNCTION,
    toSorted,
    { fresh: true, mayOmitFunction: true },
  ],
  [
    'toSpliced(start, count?, ...values) → array',
    'With some elements removed, and others put in their place.',
    ['number', 'number', 'any'],
    toSpliced,
    { fresh: true, rest: true },
  ],
  ['toString() → text', 'As join.', [], (run, self) => textOf(run, self)],
];

/** Each function is charged for the array that it walks over. Callbacks are charged separately. */
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
