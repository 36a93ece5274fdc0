import type { SqlJson } from './restricted-statement';

/** Converts a whole number. If it exceeds 2^53, it stays a text with all digits. */
export function wholeNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** Converts a decimal to the nearest JSON number. Whole numbers beyond 2^53 stay text, and NaN becomes null. */
export function decimal(text: string): number | string | null {
  if (/^-?\d+$/.test(text)) return wholeNumber(text);
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/**
 * Converts a value of the driver to JSON. Instants become ISO 8601 in UTC, bytes become base64, and missing values
 * become null.
 */
export function toJson(value: unknown): SqlJson {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'bigint':
      return wholeNumber(String(value));
    case 'object':
      return objectToJson(value);
    default:
      return null;
  }
}

function objectToJson(value: object | null): SqlJson {
  if (value === null) return null;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (Array.isArray(value)) return value.map(toJson);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]));
}
