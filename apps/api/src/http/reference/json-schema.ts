/** A schema of the reference, or a JSON Schema derived from it. Both are plain data. */
export type Schema = { [keyword: string]: unknown };

const REFERENCE = /^#\/components\/schemas\/([^/]+)$/;

/** Whether the JSON Schema is used for validation (`check`) or for serialization (`write`). */
export type Purpose = 'check' | 'write';

/**
 * Converts `schema` of an OpenAPI 3.0 document to a self-contained JSON Schema with all the `definitions` that it
 * refers to. A `Date` counts as an instant. An object without listed properties may have any properties.
 */
export function standaloneSchema(
  schema: Schema,
  definitions: Readonly<Record<string, Schema>>,
  purpose: Purpose,
): Schema {
  const reached: Record<string, Schema> = {};
  const root = translate(schema, purpose);
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const name of referencesIn(next)) {
      if (reached[name]) continue;
      reached[name] = translateNamed(name, definitions, purpose);
      open.push(reached[name]);
    }
  }
  return { ...root, components: { schemas: reached } };
}

/**
 * Ends the name of the copy of a schema that also allows null. The serializer needs this copy, because it refuses null
 * for the schema itself.
 */
const OR_NULL = '.OrNull';

function translateNamed(
  name: string,
  definitions: Readonly<Record<string, Schema>>,
  purpose: Purpose,
): Schema {
  const definition = definitions[name.replace(OR_NULL, '')];
  if (!definition) throw new Error(`The reference has no schema ${name}.`);
  return translate(name.endsWith(OR_NULL) ? { ...definition, nullable: true } : definition, purpose);
}

function translate(schema: Schema, purpose: Purpose): Schema {
  const { nullable, ...rest } = withoutAnnotations(schema);
  const translated = translateParts(unwrapped(rest), purpose);
  return nullable === true ? orNull(translated, purpose) : translated;
}

/** Drops annotations. Also drops defaults, because the serializer would insert them for missing values. */
function withoutAnnotations(schema: Schema): Schema {
  const { description: _, example: __, examples: ___, default: ____, title: _____, ...rest } = schema;
  return rest;
}

/** Unwraps `{type: 'object', allOf: [one]}`, which Nest writes for a `$ref` with a description or `nullable`. */
function unwrapped(schema: Schema): Schema {
  const { allOf } = schema;
  const [only, ...more] = Array.isArray(allOf) ? (allOf as Schema[]) : [];
  return only && more.length === 0 && '$ref' in only ? only : schema;
}

function translateParts(schema: Schema, purpose: Purpose): Schema {
  if (schema.type === 'string' && schema.format === 'date-time' && purpose === 'check')
    return { instant: true };
  const translated: Schema = { ...schema };
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    if (Array.isArray(schema[keyword])) {
      translated[keyword] = (schema[keyword] as Schema[]).map((part) => translate(part, purpose));
    }
  }
  for (const keyword of ['items', 'additionalProperties']) {
    if (isSchema(schema[keyword])) translated[keyword] = translate(schema[keyword], purpose);
  }
  if (isSchema(schema.properties)) {
    translated.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, part]) => [name, translate(part as Schema, purpose)]),
    );
  }
  if (isFreeForm(schema)) translated.additionalProperties = true;
  return translated;
}

function isFreeForm(schema: Schema): boolean {
  const stated = ['properties', 'additionalProperties', 'allOf', 'anyOf', 'oneOf', '$ref'];
  return schema.type === 'object' && !stated.some((keyword) => keyword in schema);
}

function orNull(schema: Schema, purpose: Purpose): Schema {
  if (purpose === 'write') {
    if (typeof schema.$ref === 'string') return { $ref: schema.$ref + OR_NULL };
    if ('type' in schema) return { ...schema, nullable: true };
  } else if (typeof schema.type === 'string' && !('enum' in schema)) {
    return { ...schema, type: [schema.type, 'null'] };
  }
  return { anyOf: [{ type: 'null' }, schema] };
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (key !== '$ref' || typeof part !== 'string') return referencesIn(part);
    const [, name] = REFERENCE.exec(part) ?? [];
    if (name === undefined) throw new Error(`The $ref ${part} does not name a schema of the reference.`);
    return [name];
  });
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
