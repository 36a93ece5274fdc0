import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { gatewayFailed } from './gateway-errors';

const ajv = addFormats(new Ajv({ allowUnionTypes: true, removeAdditional: true }));

export const textShape = { type: 'string' };
export const optionalTextShape = { type: 'string', nullable: true };
export const codeShape = { type: 'string', minLength: 1, maxLength: 255 };
export const qualityShape = { enum: ['good', 'uncertain', 'bad'] };
/** Most instants have this form. The pattern is much faster than the format, which accepts all of them. */
const USUAL_INSTANT =
  '^\\d{4}-((0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])|(0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)' +
  'T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z$';
export const instantShape = {
  type: 'string',
  if: { pattern: USUAL_INSTANT },
  else: { format: 'date-time' },
};
export const optionalInstantShape = { ...instantShape, nullable: true };
export const countShape = { type: 'integer', minimum: 0 };
export const recordShape = { type: 'object' };

/**
 * Returns the schema of an object that must have all `properties` except the optional ones. It may have additional
 * properties.
 */
export function objectOf(properties: Record<string, object>, optional: string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

/** Returns the schema of an object whose additional properties are removed from the answer. */
export function trimmed(schema: object): object {
  return { ...schema, additionalProperties: false };
}

export function listOf(items: object): object {
  return { type: 'array', items };
}

/**
 * Returns a function that checks answers against `schema` and returns them as the type `T`. Its error names the place
 * and the rule, but never the value, which may be a secret. The schema is compiled for the first answer, because few
 * processes need all of them.
 */
export function shapeOf<T>(schema: object): (body: unknown) => T {
  let fits: ValidateFunction<T> | undefined;
  return (body) => {
    fits ??= ajv.compile<T>(schema);
    if (fits(body)) return body;
    const { instancePath = '', message = 'does not fit' } = fits.errors?.[0] ?? {};
    throw malformed(`${instancePath} ${message}`.trim());
  };
}

const CANONICAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[0-5]\d\.\d{3}Z$/;

/**
 * Converts an instant with the format `date-time` to ISO 8601 UTC with milliseconds. A leap second is refused: it passes the format check, but a
 * `Date` cannot represent it.
 */
export function canonicalInstant(text: string): string {
  if (CANONICAL.test(text)) return text;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw malformed('an instant cannot be read');
  return new Date(ms).toISOString();
}

function malformed(fault: string): Error {
  return gatewayFailed(`sent an answer that does not fit its contract: ${fault}`);
}
