import { say } from '@app/kernel';
import type { Callback } from './compiler';
import { isObject, iterated, primitiveOf, textOf } from './conversions';
import { MAX_LIST_LENGTH, type ExpressionRun } from './expression-run';
import { listed, native, nativesOf, type FunctionRow, type ListedFunction } from './listed-function';
import { propertyKey, readProperty } from './property-access';

type Call = ListedFunction['call'];

const number = nativesOf(Number);
const array = nativesOf(Array);
const global = nativesOf(globalThis);

/** Wraps a function whose result may be up to nine times longer than its argument. */
function coding(name: string): Call {
  const call = native(globalThis, name);
  return (run, self, args) => {
    const result = call(run, self, args);
    run.characters((result as string).length);
    return result;
  };
}

/** Wraps a function that walks over an object's own properties. */
function listing(name: string): Call {
  const call = native(Object, name);
  return (run, self, args) => {
    const [object] = args;
    if (object === null || object === undefined)
      return run.fail(say('value_no_object', { value: String(object) }));
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
    if (!isObject(entry)) return run.fail(say('not_pairs'));
    const value = readProperty(run, entry, 1);
    object[propertyKey(run, readProperty(run, entry, 0))] = value;
  }
  return object;
};

const hasOwn: Call = (run, _, [object, name]) => {
  if (object === null || object === undefined)
    return run.fail(say('value_no_object', { value: String(object) }));
  return Object.hasOwn(object, propertyKey(run, name));
};

const arrayFrom: Call = (run, _, [source, change]) => {
  const list = elementsOf(run, source);
  return change ? list.map((element, index) => (change as Callback)(element, index)) : list;
};

function elementsOf(run: ExpressionRun, source: unknown): unknown[] {
  if (source === null || source === undefined) return run.fail(say('no_elements', { value: String(source) }));
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
  global('Boolean(value) → boolean', 'Returns whether the value counts as true.', ['any']),
  global('Number(value) → number', 'Converts the value to a number, or to NaN if it is not a number.', [
    'number',
  ]),
  [
    'String(value) → text',
    'Converts the value to text.',
    ['any'],
    (run, _, args) => (args.length === 0 ? '' : textOf(run, args[0])),
  ],
  global(
    'isFinite(value) → boolean',
    'Converts the value to a number and returns whether the number is finite.',
    ['number'],
  ),
  global('isNaN(value) → boolean', 'Converts the value to a number and returns whether the result is NaN.', [
    'number',
  ]),
  global('parseFloat(text) → number', 'Returns the number at the beginning of a text.', ['text']),
  global('parseInt(text, radix?) → number', 'Returns the whole number at the beginning of a text.', [
    'text',
    'number',
  ]),
  number('Number.isFinite(value) → boolean', 'Returns whether the value is a finite number.', ['any']),
  number('Number.isInteger(value) → boolean', 'Returns whether the value is a whole number.', ['any']),
  number('Number.isNaN(value) → boolean', 'Returns whether the value is NaN.', ['any']),
  number(
    'Number.isSafeInteger(value) → boolean',
    'Returns whether the value is a whole number between -2^53 and 2^53, exclusive.',
    ['any'],
  ),
  number('Number.parseFloat(text) → number', 'Like parseFloat.', ['text']),
  number('Number.parseInt(text, radix?) → number', 'Like parseInt.', ['text', 'number']),
  ['decodeURIComponent(text) → text', 'Decodes a part of a URL.', ['text'], coding('decodeURIComponent')],
  [
    'encodeURIComponent(text) → text',
    'Encodes a text as a part of a URL.',
    ['text'],
    coding('encodeURIComponent'),
  ],
];

const COLLECTIONS: readonly FunctionRow[] = [
  [
    'Array.from(source, change?) → array',
    'Creates an array from an array, a text or {length: n}. A function may convert each element.',
    ['any', 'function'],
    arrayFrom,
    { fresh: true, mayOmitFunction: true },
  ],
  array('Array.isArray(value) → boolean', 'Returns whether the value is an array.', ['any']),
  [
    'Object.entries(object) → array',
    'Returns the property names and values of an object as pairs [name, value].',
    ['any'],
    listing('entries'),
    fresh,
  ],
  ['Object.fromEntries(pairs) → object', 'Creates an object from pairs [name, value].', ['any'], fromEntries],
  [
    'Object.hasOwn(object, name) → boolean',
    'Returns whether the object has a property with this name.',
    ['any', 'any'],
    hasOwn,
  ],
  ['Object.keys(object) → array', 'Returns the property names.', ['any'], listing('keys'), fresh],
  ['Object.values(object) → array', 'Returns the property values.', ['any'], listing('values'), fresh],
];

export const GLOBAL_FUNCTIONS = [...CONVERSIONS, ...COLLECTIONS].map(listed);
