import { say } from '@app/kernel';
import type { TSchema } from '@sinclair/typebox';
import { TypeCompiler, type TypeCheck } from '@sinclair/typebox/compiler';
import { evaluateIn, parseExpression } from '../expressions/expression';
import { ExpressionError } from '../expressions/expression-error';
import type { ExpressionRun } from '../expressions/expression-run';
import { isTemplate, parseTemplate, type PutIn, renderTemplate } from '../expressions/template';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { checkField } from './check-config';
import { isExpressionField, isVerbatimField } from './config-field';
import { alternatives, ANYTHING, elementSchema, isOpen, propertySchema } from './config-schema';
import { trimmed } from './schema-sentences';

/** A constant value, or the steps that compute it. */
export type Field =
  | { readonly constant: Json }
  | {
      readonly path: string;
      readonly schema: TSchema;
      readonly resolve: (run: ExpressionRun, putIn: PutIn) => Json;
      readonly usesCalendars: boolean;
      readonly calendarIds: readonly number[];
    }
  | { readonly list: readonly Field[] }
  | { readonly object: readonly (readonly [name: string, field: Field])[] };

/** A compiled configuration, which can be resolved any number of times. */
export interface CompiledConfig {
  readonly schema: TSchema;
  readonly check: TypeCheck<TSchema>;
  readonly field: Field;
  /** Whether at least one expression of the configuration needs the calendars of the site. */
  readonly usesCalendars: boolean;
}

/**
 * Compiles a configuration in which `configCheck` finds no problem. Parts without expressions are resolved once, here.
 * @throws ExpressionError if an expression does not parse
 */
export function compileConfig(schema: TSchema, config: JsonObject): CompiledConfig {
  const field = compileField(schema, config, '');
  return { schema, check: checkOf(schema), field, usesCalendars: fieldUsesCalendars(field) };
}

function fieldUsesCalendars(field: Field): boolean {
  if ('constant' in field) return false;
  if ('list' in field) return field.list.some(fieldUsesCalendars);
  return 'object' in field ? field.object.some(([, each]) => fieldUsesCalendars(each)) : field.usesCalendars;
}

/**
 * Lists the calendars whose ids are written as numbers in the expressions of a configuration, each with the path of the
 * field. Ids that an expression computes are not listed.
 */
export function calendarsIn({ field }: CompiledConfig): { path: string; id: number }[] {
  return calendarsOf(field);
}

function calendarsOf(field: Field): { path: string; id: number }[] {
  if ('constant' in field) return [];
  if ('list' in field) return field.list.flatMap(calendarsOf);
  if ('object' in field) return field.object.flatMap(([, each]) => calendarsOf(each));
  return field.calendarIds.map((id) => ({ path: field.path, id }));
}

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>();

function checkOf(schema: TSchema): TypeCheck<TSchema> {
  const known = checks.get(schema) ?? TypeCompiler.Compile(schema);
  checks.set(schema, known);
  return known;
}

function compileField(schema: TSchema, value: Json, path: string): Field {
  if (isVerbatimField(schema)) return constant(value);
  if (typeof value === 'string') return compileText(schema, value, path);
  const fitting = fittingSchema(schema, value, path);
  if (Array.isArray(value)) {
    const element = elementSchema(fitting);
    return listField(value.map((each, index) => compileField(element, each, `${path}[${index}]`)));
  }
  if (!isJsonObject(value)) return constant(value);
  const entries = Object.entries({ ...defaultsOf(fitting), ...value }).map(([name, each]) => {
    const property = isOpen(fitting) ? ANYTHING : (propertySchema(fitting, name) ?? ANYTHING);
    return [name, compileField(property, each, `${path}.${name}`)] as const;
  });
  return objectField(entries);
}

function compileText(schema: TSchema, text: string, path: string): Field {
  try {
    if (isExpressionField(schema)) {
      const { step, usesCalendars, calendarIds } = parseExpression(text);
      const resolve = (run: ExpressionRun, putIn: PutIn) => putIn(evaluateIn(run, step));
      return { path: trimmed(path), schema, resolve, usesCalendars, calendarIds };
    }
    if (!isTemplate(text)) return constant(text);
    const template = parseTemplate(text);
    const resolve = (run: ExpressionRun, putIn: PutIn) => renderTemplate(run, template, putIn);
    const { usesCalendars, calendarIds } = template;
    return { path: trimmed(path), schema, resolve, usesCalendars, calendarIds };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new ExpressionError(
      say('at_field', { field: trimmed(path), reason: error.reason }),
      error.position,
    );
  }
}

/** Returns the alternative of the schema that matches the saved value. */
function fittingSchema(schema: TSchema, value: Json, path: string): TSchema {
  const choice = alternatives(schema);
  if (!choice) return schema;
  const found = choice.find((each) => checkField(each, value, path).length === 0);
  return found ? fittingSchema(found, value, path) : ANYTHING;
}

function defaultsOf(schema: TSchema): JsonObject {
  const properties = (schema['properties'] ?? {}) as Record<string, TSchema>;
  const given = Object.entries(properties).filter(([, property]) => property.default !== undefined);
  return Object.fromEntries(given.map(([name, property]) => [name, property.default as Json]));
}

function listField(list: readonly Field[]): Field {
  const constants = list.flatMap((field) => ('constant' in field ? [field.constant] : []));
  return constants.length === list.length ? constant(constants) : { list };
}

function objectField(object: readonly (readonly [string, Field])[]): Field {
  const constants = object.flatMap(([name, field]) =>
    'constant' in field ? [[name, field.constant] as const] : [],
  );
  return constants.length === object.length ? constant(Object.fromEntries(constants)) : { object };
}

function constant(value: Json): Field {
  return { constant: frozen(value) };
}

/** Returns a frozen copy, because all runs share it. */
function frozen(value: Json): Json {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as Json[];
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, frozen(each)])));
}
