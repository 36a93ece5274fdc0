import { say } from '@app/kernel';
import { textOf, kindOf } from './conversions';
import type { ExpressionRun } from './expression-run';

/**
 * Properties that lead from data to the internals of JavaScript. They are refused even if the data contains properties
 * with these names.
 */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

export function isForbiddenName(name: string): boolean {
  return FORBIDDEN_NAMES.has(name);
}

/** Like ToPropertyKey of the ECMAScript specification. */
export function propertyKey(run: ExpressionRun, value: unknown): string | number {
  if (typeof value === 'number') return value;
  const key = typeof value === 'string' ? value : textOf(run, value);
  run.goThrough(key);
  if (FORBIDDEN_NAMES.has(key)) run.fail(say('forbidden_name', { name: key }));
  return key;
}

/**
 * Reads an own property. If the name is not an own property but would be inherited in JavaScript, it is refused instead
 * of being undefined.
 */
export function readProperty(run: ExpressionRun, of: unknown, key: string | number): unknown {
  if (of === null || of === undefined)
    return run.fail(say('cannot_read', { name: shown(key), value: String(of) }));
  if (typeof of === 'string' && key !== 'length') run.lookInto(of);
  if (Object.hasOwn(of, key)) {
    const value = (of as Record<string | number, unknown>)[key];
    if (typeof value === 'function' || typeof value === 'symbol') return notAValue(run, of, key);
    return value;
  }
  if (key in Object(of)) return notAValue(run, of, key);
  return undefined;
}

function notAValue(run: ExpressionRun, of: unknown, key: string | number): never {
  return run.fail(say('not_value_of', { name: shown(key), kind: kindOf(of) }));
}

export function shown(key: string | number): string {
  const text = String(key);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
