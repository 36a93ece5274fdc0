import type { TSchema } from '@sinclair/typebox';
import type { JsonObject } from '../json';
import { isExpressionField, isVerbatimField } from './config-field';
import { acceptsText, alternatives, isOpen } from './config-schema';

/**
 * The JSON Schema of a configuration at save: like `schema`, but a text with `{{ }}` may replace any value. It accepts
 * everything that `checkConfig` accepts, except that an expression field is always a text.
 * @param template the schema of such a text
 */
export function savedSchema(schema: TSchema, template: JsonObject): JsonObject {
  const json = JSON.parse(JSON.stringify(schema)) as JsonObject;
  if (isVerbatimField(schema) || isOpen(schema)) return isExpressionField(schema) ? asExpression(json) : json;
  if (isExpressionField(schema)) return asExpression(json);
  const parts = { ...json, ...savedParts(schema, template) };
  return acceptsText(schema) && !isNarrow(schema) ? parts : orTemplate(parts, template);
}

/** Returns the schema of a whole configuration, which cannot be a template. */
export function savedConfigSchema(schema: TSchema, template: JsonObject): JsonObject {
  const json = JSON.parse(JSON.stringify(schema)) as JsonObject;
  return { ...json, ...savedParts(schema, template) };
}

function asExpression(schema: JsonObject): JsonObject {
  return { ...schema, type: 'string', minLength: 1 };
}

function savedParts(schema: TSchema, template: JsonObject): JsonObject {
  const choice = alternatives(schema);
  // Lists the template once, as one more alternative.
  if (choice) return { anyOf: choice.map((one) => savedConfigSchema(one, template)) };
  if (schema['type'] === 'array') {
    return { items: savedSchema((schema['items'] as TSchema | undefined) ?? ({} as TSchema), template) };
  }
  return schema['type'] === 'object' ? savedProperties(schema, template) : {};
}

/** A field with a default is optional. Unknown fields are refused. */
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

/** Whether the schema rejects some texts. A template may be such a text, so it must be listed as an alternative. */
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
