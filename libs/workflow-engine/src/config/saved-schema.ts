import type { TSchema } from '@sinclair/typebox';
import type { JsonObject } from '../json';
import { isExpressionField, isVerbatimField } from './config-field';
import { acceptsText, alternatives, isOpen } from './config-schema';

/**
 * Returns the JSON Schema of a saved value: like `schema`, but any value may be replaced by a text with `{{ }}`. It
 * accepts everything that `configCheck` accepts, except that an expression field must be a text.
 * @param template the schema of a text with `{{ }}`
 */
function savedSchema(schema: TSchema, template: JsonObject): JsonObject {
  const json = JSON.parse(JSON.stringify(schema)) as JsonObject;
  if (isVerbatimField(schema) || isOpen(schema)) return isExpressionField(schema) ? asExpression(json) : json;
  if (isExpressionField(schema)) return asExpression(json);
  const parts = { ...json, ...savedParts(schema, template) };
  return acceptsText(schema) && !isNarrow(schema) ? parts : orTemplate(parts, template);
}

/**
 * Returns the schema of a saved configuration. The value of each field may be a text with `{{ }}`, but the configuration
 * itself must be an object.
 */
export function savedConfigSchema(schema: TSchema, template: JsonObject): JsonObject {
  const json = JSON.parse(JSON.stringify(schema)) as JsonObject;
  return { ...json, ...savedParts(schema, template) };
}

function asExpression(schema: JsonObject): JsonObject {
  return { ...schema, type: 'string', minLength: 1 };
}

function savedParts(schema: TSchema, template: JsonObject): JsonObject {
  const choice = alternatives(schema);
  // Add the template once, as one more alternative, instead of once per alternative.
  if (choice) return { anyOf: choice.map((one) => savedConfigSchema(one, template)) };
  if (schema['type'] === 'array') {
    return { items: savedSchema((schema['items'] as TSchema | undefined) ?? ({} as TSchema), template) };
  }
  return schema['type'] === 'object' ? savedProperties(schema, template) : {};
}

/** Returns the schema of an object's fields. Fields with a default are optional, and unknown fields are refused. */
function savedProperties(schema: TSchema, template: JsonObject): JsonObject {
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>;
  const required = ((schema['required'] ?? []) as string[]).filter(
    (name) => properties[name]?.['default'] === undefined,
  );
  const patterns = Object.entries((schema['patternProperties'] ?? {}) as Record<string, TSchema>);
  return {
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, savedSchema(property, template)]),
    ),
    required,
    ...(patterns.length > 0 && {
      patternProperties: Object.fromEntries(
        patterns.map(([pattern, values]) => [pattern, savedSchema(values, template)]),
      ),
    }),
    additionalProperties: schema['additionalProperties'] === true,
  };
}

/** Returns true if the schema rejects some texts. If it does, the template must be added as an alternative. */
function isNarrow(schema: TSchema): boolean {
  const choice = alternatives(schema);
  if (choice) return choice.filter(acceptsText).every(isNarrow);
  return schema['pattern'] !== undefined || schema['const'] !== undefined || schema['enum'] !== undefined;
}

function orTemplate(schema: JsonObject, template: JsonObject): JsonObject {
  const { title, description, examples, default: standard, ...rest } = schema;
  const texts = { title, description, examples, default: standard };
  const given = Object.entries(texts).filter(([, value]) => value !== undefined);
  const choice = Array.isArray(rest.anyOf) && Object.keys(rest).length === 1 ? rest.anyOf : [rest];
  return { ...(Object.fromEntries(given) as JsonObject), anyOf: [...choice, template] };
}
