import type { Callback } from './compiler';
import { isObject, iterated, primitiveOf, textOf } from './conversions';
import { MAX_LIST_LENGTH, type ExpressionRun } from './expression-run';
import { listed, native, type FunctionRow, type ListedFunction } from './listed-function';
import { isForbiddenName, propertyKey } from './property-access';

type Call = ListedFunction['call'];

const plain = (
  signature: string,
  description: string,
  takes: FunctionRow[2],
  target: unknown,
): FunctionRow => [signature, description, takes, native(target)];

/** For functions that go through a text. */
const overText =
  (target: unknown): Call =>
  (run, self, args) => {
    run.characters(String(args[0]).length);
    const result = native(target)(run, self, args);
    if (typeof result === 'string') run.characters(result.length);
    return result;
  };

/** For functions that go through an object's own properties. */
const overObject =
  (target: unknown): Call =>
  (run, self, args) => {
    const [object] = args;
    if (object === null || object === undefined) return run.fail(`${String(object)} is not an object.`);
    const size =
      typeof object === 'string' || Array.isArray(object) ? object.length : Object.keys(object).length;
    run.elements(size);
    run.elements(size);
    return native(target)(run, self, args);
  };

const fromEntries: Call = (run, _, [entries]) => {
  const list = iterated(run, entries);
  run.elements(list.length);
  const object: Record<string, unknown> = {};
  for (const entry of list) {
    if (!isObject(entry)) return run.fail('Object.fromEntries takes pairs of a name and a value.');
    const [key, value] = [0, 1].map((place) =>
      Object.hasOwn(entry, place) ? Object.values(entry)[place] : undefined,
    );
    object[propertyKey(run, key)] = value;
  }
  return object;
};

const hasOwn: Call = (run, _, [object, key]) => {
  if (object === null || object === undefined) return run.fail(`${String(object)} is not an object.`);
  const name = typeof key === 'number' ? key : textOf(run, key);
  return !isForbiddenName(String(name)) && Object.hasOwn(object, name);
};

const arrayFrom: Call = (run, _, [source, change]) => {
  const list = elementsOf(run, source);
  run.elements(list.length);
  return change === undefined ? list : list.map((element, index) => (change as Callback)(element, index));
};

function elementsOf(run: ExpressionRun, source: unknown): unknown[] {
  if (source === null || source === undefined) return run.fail(`${String(source)} has no elements.`);
  if (typeof source === 'string' || Array.isArray(source)) return [...iterated(run, source)];
  if (!isObject(source) || !Object.hasOwn(source, 'length')) return [];
  const given = Object.entries(source);
  const length = Number(primitiveOf(run, Reflect.get(source, 'length'), 'number'));
  const count = Math.max(0, Math.trunc(length) || 0);
  run.elements(Math.min(count, MAX_LIST_LENGTH + 1));
  const values = new Map(given);
  return Array.from({ length: count }, (_, index) => values.get(String(index)));
}

const ROWS: readonly FunctionRow[] = [
  [
    'Array.from(source, change?) → array',
    'The elements of an array, a text or {length: n}, each changed by a function.',
    ['any', 'function'],
    arrayFrom,
    { fresh: true, mayOmitFunction: true },
  ],
  plain('Array.isArray(value) → boolean', 'Whether it is an array.', ['any'], Array.isArray),
  plain('Boolean(value) → boolean', 'Whether it counts as true.', ['any'], Boolean),
  plain('Number(value) → number', 'As a number; NaN where it is none.', ['number'], Number),
  plain('Number.isFinite(value) → boolean', 'Whether it is a number and finite.', ['any'], Number.isFinite),
  plain('Number.isInteger(value) → boolean', 'Whether it is a whole number.', ['any'], Number.isInteger),
  plain('Number.isNaN(value) → boolean', 'Whether it is NaN.', ['any'], Number.isNaN),
  plain(
    'Number.isSafeInteger(value) → boolean',
    'Whether it is a whole number below 2^53.',
    ['any'],
    Number.isSafeInteger,
  ),
  [
    'Number.parseFloat(text) → number',
    'The number that a text begins with.',
    ['text'],
    overText(Number.parseFloat),
  ],
  [
    'Number.parseInt(text, radix?) → number',
    'The whole number that a text begins with.',
    ['text', 'number'],
    overText(Number.parseInt),
  ],
  [
    'Object.entries(object) → array',
    'Its names and values, as pairs.',
    ['any'],
    overObject(Object.entries),
    { fresh: true },
  ],
  ['Object.fromEntries(pairs) → object', 'The object of pairs of a name and a value.', ['any'], fromEntries],
  [
    'Object.hasOwn(object, name) → boolean',
    'Whether it has a property of that name.',
    ['any', 'any'],
    hasOwn,
  ],
  ['Object.keys(object) → array', 'Its names.', ['any'], overObject(Object.keys), { fresh: true }],
  ['Object.values(object) → array', 'Its values.', ['any'], overObject(Object.values), { fresh: true }],
  [
    'String(value) → text',
    'As text.',
    ['any'],
    (run, _, args) => (args.length === 0 ? '' : textOf(run, args[0])),
  ],
  [
    'decodeURIComponent(text) → text',
    'Decoded from a part of a URL.',
    ['text'],
    overText(decodeURIComponent),
  ],
  ['encodeURIComponent(text) → text', 'Encoded as a part of a URL.', ['text'], overText(encodeURIComponent)],
  plain('isFinite(value) → boolean', 'Whether it counts as a finite number.', ['number'], Number.isFinite),
  plain('isNaN(value) → boolean', 'Whether it does not count as a number.', ['number'], Number.isNaN),
  ['parseFloat(text) → number', 'The number that a text begins with.', ['text'], overText(Number.parseFloat)],
  [
    'parseInt(text, radix?) → number',
    'The whole number that a text begins with.',
    ['text', 'number'],
    overText(Number.parseInt),
  ],
];

export const GLOBAL_FUNCTIONS = ROWS.map(listed);
