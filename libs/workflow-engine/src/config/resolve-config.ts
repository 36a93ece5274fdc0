import { say } from '@app/kernel';
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { ExpressionError } from '../expressions/expression-error';
import type { EvaluationLimits } from '../expressions/expression';
import { ExpressionRun } from '../expressions/expression-run';
import type { PutIn } from '../expressions/template';
import type { Json, JsonObject } from '../json';
import { NodeFault } from '../node-fault';
import type { CompiledConfig, Field } from './compile-config';
import { isTextField } from './config-schema';
import { InputRoom } from './input-room';
import { schemaProblems } from './schema-sentences';

export interface ResolveLimits extends EvaluationLimits {
  /** Maximum size that expressions may insert, in characters of JSON. */
  maxCharacters: number;
}

/**
 * Resolves a configuration and checks it against its schema. Do not modify the result, because it may share parts with
 * the scope and with other runs. `maxSteps` is the budget of all its expressions together.
 * @throws NodeFault `expression_failed`, `config_invalid` if a value does not fit the schema, and `input_too_large`,
 *   which is fatal
 */
export function resolveConfig(
  compiled: CompiledConfig,
  scope: Readonly<Record<string, unknown>>,
  { nowMs, maxSteps, maxCharacters, site }: ResolveLimits,
): JsonObject {
  const { field, check, schema } = compiled;
  const run = new ExpressionRun(scope, nowMs, maxSteps, site);
  const config = resolveField(run, new InputRoom(maxCharacters).put, field) as JsonObject;
  if (!check.Check(config)) throw invalid(schema, config);
  return config;
}

function resolveField(run: ExpressionRun, putIn: PutIn, field: Field): Json {
  if ('constant' in field) return field.constant;
  if ('list' in field) return field.list.map((each) => resolveField(run, putIn, each));
  if ('object' in field) {
    const object: JsonObject = {};
    for (const [name, each] of field.object) {
      if (name !== '__proto__') object[name] = resolveField(run, putIn, each);
    }
    return object;
  }
  try {
    return fitted(field.schema, field.resolve(run, putIn));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new NodeFault('expression_failed', say('at_field', { field: field.path, reason: error.reason }));
  }
}

/**
 * Converts a number or a boolean to text if the field requires text. An expression within a longer text is converted in
 * the same way.
 */
function fitted(schema: TSchema, value: Json): Json {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'object') return withDefaults(schema, value);
  return isTextField(schema) ? String(value) : value;
}

/** Adds the defaults of fields that are missing in the value of an expression. */
function withDefaults(schema: TSchema, value: Json): Json {
  return hasDefaults(schema) ? (Value.Default(schema, structuredClone(value)) as Json) : value;
}

const known = new WeakMap<TSchema, boolean>();

function hasDefaults(schema: TSchema): boolean {
  let has = known.get(schema);
  if (has === undefined) known.set(schema, (has = JSON.stringify(schema).includes('"default":')));
  return has;
}

function invalid(schema: TSchema, config: JsonObject): NodeFault {
  const problems = schemaProblems(schema, config, '').slice(0, 5);
  return new NodeFault(
    'config_invalid',
    problems.map(({ path, message }) => `${path} ${message}.`).join(' '),
  );
}
