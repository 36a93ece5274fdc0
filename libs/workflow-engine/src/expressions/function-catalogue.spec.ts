import { parseExpression } from './expression';
import { ExpressionError } from './expression-error';
import { ExpressionRun } from './expression-run';
import type { ExpressionSite } from './expression-site';
import { EXPRESSION_FUNCTIONS } from './function-catalogue';

const names = EXPRESSION_FUNCTIONS.map(({ name }) => name);

const site: ExpressionSite = {
  zone: 'UTC',
  calendars: new Map([[1, { isOpen: () => true, isHoliday: () => true }]]),
  resumeUrl: (nodeId) => nodeId,
};

/** For each type that has functions: its prototype in JavaScript, and a value of the type as an expression. */
const KINDS = {
  text: [String.prototype, "'x'"],
  array: [Array.prototype, '[1]'],
  number: [Number.prototype, '(1)'],
  boolean: [Boolean.prototype, 'true'],
  date: [Date.prototype, 'new Date(0)'],
} as const;

const NAMESPACES = { Math, Object, JSON, Array, Number, String, Boolean, Date, Reflect, Promise, Symbol };

/**
 * Returns true if the function exists, that is, if at least one call succeeds or throws an error of the function
 * itself.
 */
function isThere(call: (args: string) => string): boolean {
  const attempts = ['', 'x => 1', "'1'", '[[1, 1]]', '0', '1, 1', "0, 'day'", '0, {days: 1}'].map((args) => {
    try {
      parseExpression(call(args)).step(new ExpressionRun({}, 0, 1000, site));
      return true;
    } catch (error) {
      if (error instanceof ExpressionError) return false;
      return error instanceof RangeError || error instanceof TypeError;
    }
  });
  return attempts.some(Boolean);
}

describe('the functions of expressions', () => {
  it('are listed once, with a description and a signature that begins with the name', () => {
    expect(new Set(names).size).toBe(names.length);
    for (const { name, signature, description } of EXPRESSION_FUNCTIONS) {
      expect(signature.startsWith(`${name}(`)).toBe(true);
      expect(signature).toMatch(/\) → (text|number|boolean|array|object|date|any)$/);
      expect(description).toMatch(/^[A-Z0-9"xe].*\.$/s);
    }
  });

  it.each(Object.entries(KINDS))(
    'are exactly those that can be called on a value of the kind %s',
    (kind, [prototype, value]) => {
      const every = Object.getOwnPropertyNames(prototype).concat(
        Object.getOwnPropertyNames(Object.prototype),
      );
      const there = [...new Set(every)].filter((name) => isThere((args) => `${value}.${name}(${args})`));
      const listed = names.flatMap((name) =>
        name.startsWith(`${kind}.`) ? [name.slice(kind.length + 1)] : [],
      );
      expect(there.toSorted()).toEqual(listed.toSorted());
      expect(every).toEqual(expect.arrayContaining(listed));
    },
  );

  it('are exactly those that expressions can call by a global or namespaced name', () => {
    const globals = Object.getOwnPropertyNames(globalThis).filter((name) => /^\w+$/.test(name));
    const paths = Object.entries(NAMESPACES).flatMap(([namespace, of]) =>
      Object.getOwnPropertyNames(of).map((name) => `${namespace}.${name}`),
    );
    const own = ['now', 'local', 'startOf', 'endOf', 'plus', 'isOpen', 'isHoliday', 'resumeUrl'];
    const all = [...globals, ...own, ...paths, ...globals.map((name) => `new ${name}`)];
    const there = all.filter((path) => isThere((args) => `${path}(${args})`));
    const listed = names.filter((name) => !Object.keys(KINDS).some((kind) => name.startsWith(`${kind}.`)));
    expect(there.toSorted()).toEqual(listed.toSorted());
  });
});
