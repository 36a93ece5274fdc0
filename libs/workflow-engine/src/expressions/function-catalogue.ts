import { type Message, say, similarName } from '@app/kernel';
import type { AnyNode } from 'acorn';
import { ARRAY_METHODS } from './functions-of-arrays';
import { DATE_AND_JSON_FUNCTIONS } from './functions-of-dates-and-json';
import { BOOLEAN_METHODS, DATE_METHODS, NUMBER_METHODS } from './functions-of-scalars';
import { TEXT_METHODS } from './functions-of-text';
import { GLOBAL_FUNCTIONS } from './global-functions';
import type { ListedFunction } from './listed-function';
import { MATH_FUNCTIONS } from './math-functions';
import { RESUME_FUNCTIONS } from './resume-functions';
import { TIME_FUNCTIONS } from './time-functions';

type Kind = 'text' | 'array' | 'number' | 'boolean' | 'date';
/** The functions with one name, by the type of value on which they are called. */
export type Methods = ReadonlyMap<Kind, ListedFunction>;

const OF_KINDS: readonly (readonly [Kind, readonly ListedFunction[]])[] = [
  ['text', TEXT_METHODS],
  ['array', ARRAY_METHODS],
  ['number', NUMBER_METHODS],
  ['boolean', BOOLEAN_METHODS],
  ['date', DATE_METHODS],
];

/** Global functions by name. */
const FUNCTIONS: ReadonlyMap<string, ListedFunction> = new Map(
  [
    ...GLOBAL_FUNCTIONS,
    ...MATH_FUNCTIONS,
    ...DATE_AND_JSON_FUNCTIONS,
    ...TIME_FUNCTIONS,
    ...RESUME_FUNCTIONS,
  ].map((listed) => [listed.name, listed]),
);

/** The methods that can be called on values, by name. */
export const METHODS: ReadonlyMap<string, Methods> = (() => {
  const methods = new Map<string, Map<Kind, ListedFunction>>();
  for (const [kind, all] of OF_KINDS) {
    for (const listed of all) {
      methods.set(
        listed.name,
        (methods.get(listed.name) ?? new Map<Kind, ListedFunction>()).set(kind, listed),
      );
    }
  }
  return methods;
})();

const ALL_NAMES: readonly string[] = [...FUNCTIONS.keys(), ...METHODS.keys()];

export const CONSTANTS: ReadonlyMap<string, number> = new Map(
  [
    ...['E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'].map(
      (name) => ['Math', Math, name] as const,
    ),
    ...['EPSILON', 'MAX_SAFE_INTEGER', 'MAX_VALUE', 'MIN_SAFE_INTEGER', 'MIN_VALUE'].map(
      (name) => ['Number', Number, name] as const,
    ),
  ].map(([namespace, of, name]) => [`${namespace}.${name}`, Reflect.get(of, name) as number]),
);

/** Global names that are functions or contain functions: `Math`, `Number`, `parseInt`. */
export const NAMESPACES: ReadonlySet<string> = new Set(
  [...FUNCTIONS.keys(), ...CONSTANTS.keys()].map((path) => path.replace(/^new /, '').replace(/\..*$/, '')),
);

/**
 * The functions of JavaScript that depend on the time zone of the server, and the field of `local()` to use instead.
 */
const LOCAL_FIELDS: Readonly<Record<string, string>> = {
  getFullYear: 'year',
  getMonth: 'month',
  getDate: 'day',
  getDay: 'weekday',
  getHours: 'hour',
  getMinutes: 'minute',
  getSeconds: 'second',
};

/** Suggestions to users who write a name that JavaScript has and expressions do not have. */
const WHY_NOT: ReadonlyMap<string, Message> = new Map<string, Message>([
  ['push', useInstead('[...array, value]')],
  ['unshift', useInstead('[value, ...array]')],
  ['splice', useInstead('toSpliced')],
  ['match', say('use_text_functions')],
  ['matchAll', say('use_text_functions')],
  ['test', say('use_text_functions')],
  ['forEach', useInstead('map')],
  ['hasOwnProperty', useInstead('Object.hasOwn(object, name)')],
  ['toLocaleString', say('no_locales')],
  ['localeCompare', say('no_locales')],
  ...Object.entries(LOCAL_FIELDS).map(
    ([name, field]) => [name, useInstead(`local(instant).${field}`)] as const,
  ),
  ['toLocaleDateString', useInstead('local(instant).date')],
  ['toLocaleTimeString', useInstead('local(instant)')],
  ['Object.assign', useInstead('{...a, ...b}')],
  ['Math.random', say('no_random_values')],
]);

function useInstead(instead: string): Message {
  return say('use_instead', { instead });
}

/** Says that there is no such function, and what to use instead. */
export function noFunction(name: string): Message {
  const advice = WHY_NOT.get(name);
  if (advice) return say('no_function_but', { name, advice });
  const similar = similarFunction(name);
  return similar === undefined ? say('no_function', { name }) : say('misspelt_function', { name, similar });
}

/** Returns the function with this name in a namespace, such as `Math.round` for `round`, or with a similar name. */
export function similarFunction(path: string): string | undefined {
  return [...FUNCTIONS.keys()].find((name) => name.endsWith(`.${path}`)) ?? similarName(path, ALL_NAMES);
}

export function methodFor(methods: Methods, self: unknown): ListedFunction | undefined {
  switch (typeof self) {
    case 'string':
      return methods.get('text');
    case 'number':
      return methods.get('number');
    case 'boolean':
      return methods.get('boolean');
    case 'object':
      if (Array.isArray(self)) return methods.get('array');
      return self instanceof Date ? methods.get('date') : undefined;
    default:
      return undefined;
  }
}

/**
 * Returns the function to which a name such as `Number` or `Math.max` refers. Undefined if a parameter hides the name.
 */
export function functionNamed(
  locals: ReadonlyMap<string, number>,
  node: AnyNode,
  before = '',
): ListedFunction | undefined {
  if (node.type === 'Identifier')
    return locals.has(node.name) ? undefined : FUNCTIONS.get(before + node.name);
  if (node.type !== 'MemberExpression' || node.computed || node.optional) return undefined;
  const { object, property } = node;
  if (object.type !== 'Identifier' || property.type !== 'Identifier' || locals.has(object.name))
    return undefined;
  return FUNCTIONS.get(`${object.name}.${property.name}`);
}

/** Every function that expressions can call. The name of a method begins with the type of its value: `text.slice`. */
export const EXPRESSION_FUNCTIONS: readonly Readonly<{
  name: string;
  signature: string;
  description: string;
}>[] = Object.freeze(
  [
    ...[...FUNCTIONS.values()].map(({ name, signature, description }) => ({ name, signature, description })),
    ...OF_KINDS.flatMap(([kind, all]) =>
      all.map(({ name, signature, description }) => ({
        name: `${kind}.${name}`,
        signature: `${kind}.${signature}`,
        description,
      })),
    ),
  ].map((row) => Object.freeze(row)),
);
