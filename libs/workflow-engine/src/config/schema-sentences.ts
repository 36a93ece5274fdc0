import { type Message, type MessageValue, say } from '@app/kernel';
import type { TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType, type ValueError } from '@sinclair/typebox/value';
import type { Problem } from '../definition';
import { alternatives } from './config-schema';

const TYPES: Readonly<Record<string, MessageValue>> = {
  string: say('text'),
  number: say('a_number'),
  integer: say('a_whole_number'),
  boolean: say('true_or_false'),
  array: say('an_array'),
  object: say('an_object'),
  null: 'null',
};

/** Describes the values that a schema accepts: `a number`, `"GET" or "POST"`. */
export function wanted(schema: TSchema): MessageValue {
  const choice = alternatives(schema);
  if (!choice) {
    if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
    return TYPES[String(schema['type'])] ?? say('something_else');
  }
  const different = new Map(choice.map(wanted).map((one) => [JSON.stringify(one), one]));
  return [...different.values()].reduce((first, second) => say('or', { first, second }));
}

const SENTENCES: ReadonlyMap<ValueErrorType, (schema: TSchema) => Message> = new Map<
  ValueErrorType,
  (schema: TSchema) => Message
>([
  [ValueErrorType.ArrayMinItems, (schema) => say('too_few_items', { least: Number(schema['minItems']) })],
  [ValueErrorType.ArrayMaxItems, (schema) => say('too_many_items', { most: Number(schema['maxItems']) })],
  [ValueErrorType.ArrayUniqueItems, () => say('not_unique')],
  [ValueErrorType.IntegerMinimum, (schema) => say('too_low', { least: Number(schema['minimum']) })],
  [ValueErrorType.IntegerMaximum, (schema) => say('too_high', { most: Number(schema['maximum']) })],
  [ValueErrorType.NumberMinimum, (schema) => say('too_low', { least: Number(schema['minimum']) })],
  [ValueErrorType.NumberMaximum, (schema) => say('too_high', { most: Number(schema['maximum']) })],
  [
    ValueErrorType.NumberExclusiveMinimum,
    (schema) => say('not_more', { limit: Number(schema['exclusiveMinimum']) }),
  ],
  [
    ValueErrorType.NumberExclusiveMaximum,
    (schema) => say('not_less', { limit: Number(schema['exclusiveMaximum']) }),
  ],
  [ValueErrorType.StringMinLength, (schema) => atLeast(Number(schema['minLength']))],
  [ValueErrorType.StringMaxLength, (schema) => say('too_long', { most: Number(schema['maxLength']) })],
  [ValueErrorType.StringPattern, (schema) => say('wrong_form', { pattern: String(schema['pattern']) })],
  [ValueErrorType.StringFormat, (schema) => say('wrong_type', { wanted: String(schema['format']) })],
  [ValueErrorType.ObjectRequiredProperty, () => say('missing')],
  [ValueErrorType.ObjectAdditionalProperties, () => say('unknown_field')],
  [
    ValueErrorType.ObjectMinProperties,
    (schema) => say('too_few_properties', { least: Number(schema['minProperties']) }),
  ],
  [
    ValueErrorType.ObjectMaxProperties,
    (schema) => say('too_many_properties', { most: Number(schema['maxProperties']) }),
  ],
]);

function atLeast(least: number): Message {
  return least === 1 ? say('required') : say('too_short', { least });
}

export function sentence({ type, schema }: Pick<ValueError, 'type' | 'schema'>): Message {
  return SENTENCES.get(type)?.(schema) ?? say('wrong_type', { wanted: wanted(schema) });
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
    if (!problems.has(where)) problems.set(where, { path: trimmed(where), ...sentence(error) });
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
