import type { Json } from '../json';

/** The maximum nesting depth of stored values, because very deep values cannot be serialized as JSON. */
export const MAX_JSON_DEPTH = 200;

/**
 * Estimates the size of a value as JSON in characters, without serializing it. An escaped character counts as one. The
 * count stops as soon as it exceeds `most`. Returns Infinity for a value that is nested too deeply.
 */
export function jsonSize(value: Json | undefined, most = Infinity, depth = 0): number {
  switch (typeof value) {
    case 'string':
      return value.length + 2;
    case 'number':
      return Number.isInteger(value) && value >= 0 && value < 10 ? 1 : String(value).length;
    case 'boolean':
      return 5;
    case 'object':
      break;
    default:
      return 4;
  }
  if (value === null) return 4;
  if (depth >= MAX_JSON_DEPTH) return Infinity;
  let size = 2;
  if (Array.isArray(value)) {
    for (const element of value) {
      size += jsonSize(element, most - size, depth + 1) + 1;
      if (size > most) return size;
    }
    return size;
  }
  for (const name of Object.keys(value)) {
    size += name.length + 4 + jsonSize(value[name], most - size, depth + 1);
    if (size > most) return size;
  }
  return size;
}
