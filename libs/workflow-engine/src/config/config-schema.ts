import { Type, type TSchema } from '@sinclair/typebox';

/** Returns the schema of a property, or of a record's values. Undefined if the schema has no such property. */
export function propertySchema(schema: TSchema, name: string): TSchema | undefined {
  const properties = schema['properties'] as Record<string, TSchema> | undefined;
  if (properties && Object.hasOwn(properties, name)) return properties[name];
  const patterns = schema['patternProperties'] as Record<string, TSchema> | undefined;
  for (const [pattern, values] of Object.entries(patterns ?? {})) {
    if (new RegExp(pattern).test(name)) return values;
  }
  const others = schema['additionalProperties'] as TSchema | boolean | undefined;
  return typeof others === 'object' ? others : others === true ? ANYTHING : undefined;
}

/** The names of the properties of an object. */
export function propertyNames(schema: TSchema): string[] {
  return Object.keys((schema['properties'] as object | undefined) ?? {});
}

/** A schema that accepts any value. */
export const ANYTHING: TSchema = Type.Any();

/** Returns the alternatives of a schema (`anyOf`). Undefined if it has none. */
export function alternatives(schema: TSchema): readonly TSchema[] | undefined {
  return schema['anyOf'] as TSchema[] | undefined;
}

export function elementSchema(schema: TSchema): TSchema {
  return (schema['items'] as TSchema | undefined) ?? ANYTHING;
}

/** Returns true if the schema accepts values of any type. */
export function isOpen(schema: TSchema): boolean {
  return schema['type'] === undefined && !alternatives(schema) && schema['const'] === undefined;
}

export function acceptsText(schema: TSchema): boolean {
  const choice = alternatives(schema);
  if (choice) return choice.some(acceptsText);
  return schema['type'] === 'string' || isOpen(schema);
}

const SCALARS: ReadonlySet<unknown> = new Set(['number', 'integer', 'boolean']);

/** True if the schema accepts text, but neither numbers nor booleans. */
export function isTextField(schema: TSchema): boolean {
  return acceptsText(schema) && !acceptsScalar(schema);
}

function acceptsScalar(schema: TSchema): boolean {
  return alternatives(schema)?.some(acceptsScalar) ?? (isOpen(schema) || SCALARS.has(schema['type']));
}

export function acceptsArray(schema: TSchema): boolean {
  return schema['type'] === 'array' || isOpen(schema);
}

export function acceptsObject(schema: TSchema): boolean {
  return schema['type'] === 'object' || isOpen(schema);
}
