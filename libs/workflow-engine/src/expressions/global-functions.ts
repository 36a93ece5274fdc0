import type { Callback } from './compiler';
import { isObject, iterated, primitiveOf, textOf } from './conversions';
import { MAX_LIST_LENGTH, type ExpressionRun } from './expression-run';
import { listed, native, nativesOf, type FunctionRow, type ListedFunction } from './listed-function';
import { propertyKey, readProperty } from './property-access';

type Call = ListedFunction['call'];

const number = nativesOf(Number);
const array = nativesOf(Array);
const global = nativesOf(globalThis);

/** A text function whose result may be up to nine times longer than its argument. */
function coding(name: string): Call {
  const call = native(globalThis, name);
  return (run, self, args) => {
    const result = call(run, self, args);
    run.characters((result as string).length);
    return result;
  };
}

/** A function that walks over an object's own properties. */
function listing(name: string): Call {
  const call = native(Object, name);
  return (run, self, args) => {
    const [object] = args;
    if (object === null || object === undefined) return run.fail(`${String(object)} is not an object.`);
    const isList = typeof object === 'string' || Array.isArray(object);
    const size = isList ? object.length : Object.keys(object).length;
    run.elements(size);
    run.elements(size);
    return call(run, self, args);
  };
}

const fromEntries: Call = (run, _, [entries]) => {
  const list = iterated(run, entries);
  run.elements(list.length);
  const object: Record<string, unknown> = {};
  for (const entry of list) {
    if (!isObject(entry)) return run.fail('Object.fromEntries takes pairs of a name and a value.');
    const value = readProperty(run, entry, 1);
    object[propertyKey(run, readProperty(run, entry, 0))] = value;
  }
  return object;
};

const hasOwn: Call = (run, _, [object, name]) => {
  if (object === null || object === undefined) return run.fail(`${String(object)} is not an object.`);
  return Object.hasOwn(object, propertyKey(run, name));
};

const arrayFrom: Call = (run, _, [source, change]) => {
  const list = elementsOf(run, source);
  return change ? list.map((element, index) => (change as Callback)(element, index)) : list;
};

function elementsOf(run: ExpressionRun, source: unknown): unknown[] {
  if (source === null || source === undefined) return run.fail(`${String(source)} has no elements.`);
  if (typeof source === 'string' || Array.isArray(source)) {
    run.elements(source.length);
    return [...iterated(run, source)];
  }
  if (!isObject(source) || !Object.hasOwn(source, 'length')) return [];
  const length = Number(primitiveOf(run, readProperty(run, source, 'length'), 'number'));
  const count = Math.max(0, Math.trunc(length) || 0);
  run.elements(Math.min(count, MAX_LIST_LENGTH + 1));
  const isEmpty = Object.keys(source).length === 1;
  return Array.from({ length: count }, (_, index) =>
    isEmpty ? undefined : readProperty(run, source, index),
  );
}

const fresh = { fresh: true };

const CONVERSIONS: readonly FunctionRow[] = [
  global('Boolean(value) → boolean', 'Whether it counts as true.', ['any']),
  global('Number(value) → number', 'As a number; NaN where it is none.', ['number']),
  [
    'String(value) → text',
    'As text.',
    ['any'],
    (run, _, args) => (args.length === 0 ? '' : textOf(run, args[0])),
  ],
  global('isFinite(value) → boolean', 'Whether it counts as a finite number.', ['number']),
  global('isNaN(value) → boolean', 'Whether it does not count as a number.', ['number']),
  global('parseFloat(text) → number', 'The number that a text begins with.', ['text']),
  global('parseInt(text, radix?) → number', 'The whole number that a text begins with.', ['text', 'number']),
  number('Number.isFinite(value) → boolean', 'Whether it is a number and finite.', ['any']),
  number('Number.isInteger(value) → boolean', 'Whether it is a whole number.', ['any']),
  number('Number.isNaN(value) → boolean', 'Whether it is NaN.', ['any']),
  number('Number.isSafeInteger(value) → boolean', 'Whether it is a whole number below 2^53.', ['any']),
  number('Number.parseFloat(text) → number', 'As parseFloat.', ['text']),
  number('Number.parseInt(text, radix?) → number', 'As parseInt.', ['text', 'number']),
  [
    'decodeURIComponent(text) → text',
    'Decoded from a part of a URL.',
    ['text'],
    coding('decodeURIComponent'),
  ],
  ['encodeURIComponent(text) → text', 'Encoded as a part of a URL.', ['text'], coding('encodeURIComponent')],
];

const COLLECTIONS: readonly FunctionRow[] = [
  [
    'Array.from(source, change?) → array',
    'The elements of an array, a text or {length: n}, each changed by a function.',
    ['any', 'function'],
    arrayFrom,
    { fresh: true, mayOmitFunction: true },
  ],
  array('Array.isArray(value) → boolean', 'Whether it is an array.', ['any']),
  ['Object.entries(object) → array', 'Its names and values, as pairs.', ['any'], listing('entries'), fresh],
  ['Object.fromEntries(pairs) → object', 'The object of pairs of a name and a value.', ['any'], fromEntries],
  [
    'Object.hasOwn(object, name) → boolean',
    'Whether it has a property of that name.',
    ['any', 'any'],
    hasOwn,
  ],
  ['Object.keys(object) → array', 'Its names.', ['any'], listing('keys'), fresh],
  ['Object.values(object) → array', 'Its values.', ['any'], listing('values'), fresh],
];

export const GLOBAL_FUNCTIONS = [...CONVERSIONS, ...COLLECTIONS].map(listed);
