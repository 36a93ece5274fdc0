import { Type, type TSchema } from '@sinclair/typebox';

/** The schema of a property, or of a record's values. Undefined if there is no such property. */
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

/** A schema without any rule. */
export const ANYTHING: TSchema = Type.Any();

/** The alternatives of a schema; undefined if it has none. */
export function alternatives(schema: TSchema): readonly TSchema[] | undefined {
  return schema['anyOf'] as TSchema[] | undefined;
}

export function elementSchema(schema: TSchema): TSchema {
  return (schema['items'] as TSchema | undefined) ?? ANYTHING;
}

/** True for a schema that does not describe the content of an object or array. */
export function isOpen(schema: TSchema): boolean {
  return schema['type'] === undefined && !alternatives(schema) && schema['const'] === undefined;
}

export function acceptsText(schema: TSchema): boolean {
  const choice = alternatives(schema);
  if (choice) return choice.some(acceptsText);
  return schema['type'] === 'string' || isOpen(schema);
}

export function acceptsArray(schema: TSchema): boolean {
  return schema['type'] === 'array' || isOpen(schema);
}

export function acceptsObject(schema: TSchema): boolean {
  return schema['type'] === 'object' || isOpen(schema);
}
