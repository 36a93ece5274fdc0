import { type Schema, isSchema } from '../http/reference/json-schema';

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
const SINGLES = ['items', 'additionalProperties'] as const;
const ANY_KEY = '^(.*)$';

/**
 * Converts a schema of OpenAPI 3.0 to JSON Schema 2020-12, which OpenAPI 3.1 uses. A schema that is already valid does
 * not change.
 */
export function toJsonSchema2020(schema: Schema): Schema {
  const { nullable, example, ...rest } = schema;
  const converted = unwrapped(withParts(rest));
  const complete = example === undefined ? converted : { ...converted, examples: [example] };
  return nullable === true ? orNull(complete) : complete;
}

function withParts(schema: Schema): Schema {
  const converted: Schema = { ...schema };
  for (const keyword of LISTS) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) converted[keyword] = (parts as Schema[]).map(toJsonSchema2020);
  }
  for (const keyword of SINGLES) {
    const part = schema[keyword];
    if (isSchema(part)) converted[keyword] = toJsonSchema2020(part);
  }
  if (isSchema(schema.properties)) converted.properties = mapped(schema.properties);
  return withoutPatterns(converted);
}

function mapped(properties: Schema): Schema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, toJsonSchema2020(part as Schema)]),
  );
}

/**
 * Replaces `patternProperties` by `additionalProperties`, if any key is allowed. Code generators support
 * `additionalProperties` better.
 */
function withoutPatterns(schema: Schema): Schema {
  const { patternProperties, ...rest } = schema;
  const values = isSchema(patternProperties) ? patternProperties[ANY_KEY] : undefined;
  return isSchema(values) ? { ...rest, additionalProperties: toJsonSchema2020(values) } : schema;
}

/**
 * OpenAPI 3.0 writes a `$ref` with a description as `{type: 'object', allOf: [{$ref}]}`. OpenAPI 3.1 allows a
 * description beside `$ref`.
 */
function unwrapped(schema: Schema): Schema {
  const { allOf, type: _, ...rest } = schema;
  const [only, ...more] = Array.isArray(allOf) ? (allOf as Schema[]) : [];
  return only && more.length === 0 && '$ref' in only ? { ...rest, ...only } : schema;
}

function orNull(schema: Schema): Schema {
  const { type, enum: words } = schema;
  if (typeof type === 'string') {
    const values = Array.isArray(words) ? { enum: [...(words as unknown[]), null] } : {};
    return { ...schema, type: [type, 'null'], ...values };
  }
  if (Array.isArray(schema.anyOf)) {
    return { ...schema, anyOf: [...(schema.anyOf as Schema[]), { type: 'null' }] };
  }
  const { description, $ref, ...rest } = schema;
  if ($ref === undefined) return schema;
  return { ...rest, ...(description ? { description } : {}), anyOf: [{ $ref }, { type: 'null' }] };
}
