import { textOf, kindOf } from './conversions';
import type { ExpressionRun } from './expression-run';

/** The ways from data to the machinery behind it. They are refused even where data has such names. */
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

export function isForbiddenName(name: string): boolean {
  return FORBIDDEN_NAMES.has(name);
}

/** As JavaScript's ToPropertyKey. */
export function propertyKey(run: ExpressionRun, value: unknown): string | number {
  if (typeof value === 'number') return value;
  const key = typeof value === 'string' ? value : textOf(run, value);
  run.goThrough(key);
  if (FORBIDDEN_NAMES.has(key)) run.fail(`"${key}" cannot be used as a name.`);
  return key;
}

/** Own properties alone; of what is inherited, a name that JavaScript would find is refused, not undefined. */
export function readProperty(run: ExpressionRun, of: unknown, key: string | number): unknown {
  if (of === null || of === undefined) return run.fail(`Cannot read "${shown(key)}" of ${String(of)}.`);
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
  return run.fail(`"${shown(key)}" of ${kindOf(of)} is not a value.`);
}

export function shown(key: string | number): string {
  const text = String(key);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
