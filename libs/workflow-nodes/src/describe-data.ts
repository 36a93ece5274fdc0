import type { TObject, TSchema } from '@sinclair/typebox';
import type { DataDescriptor, JsonObject } from '@app/workflow-engine';

/** Returns one descriptor for each property of an object schema. */
export function describeData(schema: TObject): DataDescriptor[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    type: typeNameOf(property),
    required: required.has(name),
    description: property.description ?? '',
    schema: toJsonSchema(property),
  }));
}

/** Returns the schema without the fields that only TypeBox uses. */
export function toJsonSchema(schema: TSchema): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

/** Returns string, number, boolean, object or array, or `any` if several of them are possible. */
function typeNameOf(schema: TSchema): string {
  const alternatives = schema.anyOf as TSchema[] | undefined;
  if (alternatives) {
    const names = new Set(alternatives.map(typeNameOf));
    return names.size === 1 ? ([...names][0] ?? 'any') : 'any';
  }
  if (typeof schema.type !== 'string') return 'any';
  return schema.type === 'integer' ? 'number' : schema.type;
}
