import type { TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType, type ValueError } from '@sinclair/typebox/value';
import type { Problem } from '../definition';
import { alternatives } from './config-schema';

/** Describes the values that a schema accepts: `a number`, `"GET" or "POST"`. */
export function wanted(schema: TSchema): string {
  const choice = alternatives(schema);
  if (choice) return [...new Set(choice.map(wanted))].join(' or ');
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const names: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    array: 'an array',
    object: 'an object',
    null: 'null',
  };
  return names[String(schema['type'])] ?? 'something else';
}

const SENTENCES: ReadonlyMap<ValueErrorType, (schema: TSchema) => string> = new Map<
  ValueErrorType,
  (schema: TSchema) => string
>([
  [ValueErrorType.ArrayMinItems, (schema) => `must have at least ${counted(schema['minItems'], 'element')}`],
  [ValueErrorType.ArrayMaxItems, (schema) => `must have at most ${counted(schema['maxItems'], 'element')}`],
  [ValueErrorType.ArrayUniqueItems, () => 'must not have the same element twice'],
  [ValueErrorType.IntegerMinimum, (schema) => `must be at least ${schema['minimum']}`],
  [ValueErrorType.IntegerMaximum, (schema) => `must be at most ${schema['maximum']}`],
  [ValueErrorType.NumberMinimum, (schema) => `must be at least ${schema['minimum']}`],
  [ValueErrorType.NumberMaximum, (schema) => `must be at most ${schema['maximum']}`],
  [ValueErrorType.NumberExclusiveMinimum, (schema) => `must be more than ${schema['exclusiveMinimum']}`],
  [ValueErrorType.NumberExclusiveMaximum, (schema) => `must be less than ${schema['exclusiveMaximum']}`],
  [ValueErrorType.StringMinLength, (schema) => atLeast(Number(schema['minLength']))],
  [
    ValueErrorType.StringMaxLength,
    (schema) => `must have at most ${counted(schema['maxLength'], 'character')}`,
  ],
  [ValueErrorType.StringPattern, (schema) => `must be of the form ${schema['pattern']}`],
  [ValueErrorType.StringFormat, (schema) => `must be ${schema['format']}`],
  [ValueErrorType.ObjectRequiredProperty, () => 'is missing'],
  [ValueErrorType.ObjectAdditionalProperties, () => 'is not a known field'],
  [
    ValueErrorType.ObjectMinProperties,
    (schema) => `must have at least ${schema['minProperties']} properties`,
  ],
  [ValueErrorType.ObjectMaxProperties, (schema) => `must have at most ${schema['maxProperties']} properties`],
]);

function counted(count: unknown, what: string): string {
  return `${Number(count)} ${what}${count === 1 ? '' : 's'}`;
}

function atLeast(length: number): string {
  return length === 1 ? 'must not be empty' : `must have at least ${length} characters`;
}

export function sentence({ type, schema }: Pick<ValueError, 'type' | 'schema'>): string {
  return SENTENCES.get(type)?.(schema) ?? `must be ${wanted(schema)}`;
}

const AT_MOST = 20;

/**
 * Lists the problems of a value that does not fit its schema, one per location. The path of a problem is `path`
 * followed by the location within the value.
 */
export function schemaProblems(schema: TSchema, value: unknown, path: string): Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of Value.Errors(schema, value)) {
    const where = path + pathOf(error.path, value);
    if (!problems.has(where)) problems.set(where, { path: trimmed(where), message: sentence(error) });
    if (problems.size >= AT_MOST) break;
  }
  return [...problems.values()];
}

/** Converts `/cases/1/label` to `.cases[1].label`. */
function pathOf(pointer: string, value: unknown): string {
  let path = '';
  let at = value;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path += Array.isArray(at) ? `[${name}]` : `.${name}`;
    at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  }
  return path;
}

export function trimmed(path: string): string {
  return path.startsWith('.') ? path.slice(1) : path;
}
