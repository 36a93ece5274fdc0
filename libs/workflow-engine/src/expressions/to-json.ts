import { say } from '@app/kernel';
import type { Json, JsonObject } from '../json';
import { MAX_VALUE_DEPTH, type ExpressionRun } from './expression-run';

/**
 * Converts the value of an expression to data that can be stored. Undefined and non-finite numbers become null, -0
 * becomes 0, and a date becomes its ISO text, or null if the date is invalid. A property named `__proto__` is left out.
 * A value that is already JSON data is not copied.
 */
export function toJson(run: ExpressionRun, value: unknown, depth = 0): Json {
  switch (typeof value) {
    case 'string':
      run.goThrough(value);
      return value;
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value + 0 : null;
    case 'undefined':
      return null;
    case 'object':
      break;
    default:
      return run.fail(say('function_as_result'));
  }
  if (value === null) return null;
  if (depth > MAX_VALUE_DEPTH) run.fail(say('value_too_deep'));
  if (Array.isArray(value)) return listToJson(run, value, depth);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return objectToJson(run, value as Record<string, unknown>, depth);
}

function listToJson(run: ExpressionRun, list: unknown[], depth: number): Json[] {
  run.elements(list.length);
  let copy: Json[] | undefined;
  for (const [index, element] of list.entries()) {
    const json = toJson(run, element, depth + 1);
    if (copy) copy.push(json);
    else if (!Object.is(json, element)) copy = [...(list.slice(0, index) as Json[]), json];
  }
  return copy ?? (list as Json[]);
}

function objectToJson(run: ExpressionRun, object: Record<string, unknown>, depth: number): JsonObject {
  const keys = Object.keys(object);
  run.elements(keys.length);
  const kept = keys.filter((key) => key !== '__proto__');
  let changed = kept.length < keys.length;
  const entries = kept.map((key): [string, Json] => {
    const json = toJson(run, object[key], depth + 1);
    changed ||= !Object.is(json, object[key]);
    return [key, json];
  });
  return changed ? Object.fromEntries(entries) : (object as JsonObject);
}
