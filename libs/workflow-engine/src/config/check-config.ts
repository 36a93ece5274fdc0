import { say, type Message } from '@app/kernel';
import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { Problem } from '../definition';
import { finished } from '../finished';
import type { VisibleNames } from '../expressions/compiler';
import { type ExpressionNames, parseExpression } from '../expressions/expression';
import { ExpressionError } from '../expressions/expression-error';
import { isTemplate, templateParsing } from '../expressions/template';
import { isJsonObject, type Json, type JsonObject } from '../json';
import { isExpressionField, isVerbatimField } from './config-field';
import {
  acceptsArray,
  ANYTHING,
  acceptsObject,
  acceptsText,
  alternatives,
  elementSchema,
  isOpen,
  propertyNames,
  propertySchema,
} from './config-schema';
import { schemaProblems, trimmed, wanted } from './schema-sentences';
import { unknownField } from './unknown-fields';

/** A check that yields between its steps and returns the list of problems. */
export type Check = Generator<void, Problem[]>;

/** Maximum nesting depth of objects and arrays. */
const MAX_DEPTH = 50;
/** The check stops after this number of problems in one object or array. */
const ENOUGH = 50;

/**
 * Lists the problems of a configuration when it is saved. Each field must have its type or be a text with `{{ }}`. Each
 * expression must parse and use known names. Unknown fields are refused. Paths are relative to the configuration:
 * `cases[1].label`. Yields before each expression, so that the caller can let the event loop run.
 */
export function configCheck(schema: TSchema, config: JsonObject, names: ExpressionNames): Check {
  return new ConfigCheck(names).check(schema, config, '', 0);
}

/** Lists the problems of the field at `path`, without pauses. */
export function checkField(schema: TSchema, value: Json, path: string): Problem[] {
  return finished(new ConfigCheck({}).check(schema, value, path, 0));
}

class ConfigCheck {
  private readonly visible: VisibleNames | undefined;

  constructor(private readonly names: ExpressionNames) {
    this.visible = names.names && { names: new Set(names.names), fields: names.fields };
  }

  *check(schema: TSchema, value: Json, path: string, depth: number): Check {
    if (depth > MAX_DEPTH) return [problem(path, say('too_deep'))];
    if (isVerbatimField(schema)) return schemaProblems(schema, value, path);
    if (typeof value === 'string') {
      if (isExpressionField(schema)) return yield* this.checkExpression(value, path);
      if (isTemplate(value)) return yield* this.checkTemplate(schema, value, path);
    }
    const choice = alternatives(schema);
    if (choice) return yield* this.checkChoice(schema, choice, value, path, depth);
    if (Array.isArray(value) && acceptsArray(schema))
      return yield* this.checkArray(schema, value, path, depth);
    if (isJsonObject(value) && acceptsObject(schema))
      return yield* this.checkObject(schema, value, path, depth);
    return schemaProblems(schema, value, path);
  }

  private *checkExpression(text: string, path: string): Check {
    yield;
    try {
      parseExpression(text, this.names);
      return [];
    } catch (error) {
      return [unusable(path, error)];
    }
  }

  private *checkTemplate(schema: TSchema, text: string, path: string): Check {
    try {
      const { isValue } = yield* templateParsing(text, this.visible);
      if (isValue || acceptsText(schema)) return [];
    } catch (error) {
      return [unusable(path, error)];
    }
    return [problem(path, say('always_text', { wanted: wanted(schema), marks: '{{ expressions }}' }))];
  }

  private *checkChoice(
    schema: TSchema,
    choice: readonly TSchema[],
    value: Json,
    path: string,
    depth: number,
  ): Check {
    const found: Problem[][] = [];
    for (const alternative of choice) found.push(yield* this.check(alternative, value, path, depth + 1));
    if (found.some((problems) => problems.length === 0)) return [];
    // An alternative of the schema accepts the type of the value, but parts of the value are invalid. Report these
    // parts.
    const inner = found.filter((problems) => problems.every((each) => each.path !== trimmed(path)));
    const best = inner.toSorted((a, b) => a.length - b.length)[0];
    return best ?? [problem(path, say('wrong_type', { wanted: wanted(schema) }))];
  }

  private *checkArray(schema: TSchema, list: Json[], path: string, depth: number): Check {
    const element = elementSchema(schema);
    const problems = whole({ ...schema, items: ANYTHING }, list, path);
    for (const [index, value] of list.entries()) {
      if (problems.length >= ENOUGH) break;
      problems.push(...(yield* this.check(element, value, `${path}[${index}]`, depth + 1)));
    }
    return problems;
  }

  private *checkObject(schema: TSchema, object: JsonObject, path: string, depth: number): Check {
    const required = (schema['required'] as string[] | undefined) ?? [];
    const problems = required
      .filter((name) => !Object.hasOwn(object, name) && propertySchema(schema, name)?.default === undefined)
      .map((name) => problem(`${path}.${name}`, say('missing')));
    for (const [name, value] of Object.entries(object)) {
      if (problems.length >= ENOUGH) break;
      const property = isOpen(schema) ? ANYTHING : propertySchema(schema, name);
      const at = `${path}.${name}`;
      if (property) problems.push(...(yield* this.check(property, value, at, depth + 1)));
      else problems.push(problem(at, unknownField(name, propertyNames(schema))));
    }
    return problems;
  }
}

/** Checks the number of elements, and the rules that concern the array as a whole. */
function whole(schema: TSchema, list: Json[], path: string): Problem[] {
  return isOpen(schema) || Value.Check(schema, list) ? [] : schemaProblems(schema, list, path);
}

function problem(path: string, fault: Message): Problem {
  return { path: trimmed(path), ...fault };
}

/**
 * Converts an ExpressionError to a problem.
 * @throws `error` if it is any other error
 */
function unusable(path: string, error: unknown): Problem {
  if (!(error instanceof ExpressionError)) throw error;
  return problem(path, say('invalid_expression', { position: error.position + 1, reason: error.reason }));
}
