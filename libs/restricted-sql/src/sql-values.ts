import type { SqlJson } from './restricted-statement';

/** A whole number beyond 2^53 stays text, digit for digit. */
export function wholeNumber(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** A number as near as JSON's numbers come, but whole ones beyond 2^53 as text; null for NaN. */
export function decimal(text: string): number | string | null {
  if (/^-?\d+$/.test(text)) return wholeNumber(text);
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

/** As a driver gives it to as JSON has it: instants ISO 8601 in UTC, bytes base64, what has no value null. */
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
