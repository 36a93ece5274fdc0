import { parseExpressionAt, type Expression as AcornExpression } from 'acorn';
import type { Json } from '../json';
import { ExpressionCompiler } from './expression-compiler';
import type { Step, VisibleNames } from './compiler';
import { ExpressionError } from './expression-error';
import { ExpressionRun } from './expression-run';
import { toJson } from './to-json';

export const MAX_SOURCE_LENGTH = 10_000;

/** An expression, ready to be evaluated as often as needed. */
export interface Expression {
  readonly text: string;
  readonly step: Step;
}

export interface EvaluationLimits {
  /** The recorded time of the step, milliseconds since 1970: what `now()` gives. */
  nowMs: number;
  /** What the evaluation may spend at most. */
  maxSteps: number;
}

/** What an expression may name; everything if there are no `names`. */
export interface ExpressionNames {
  names?: Iterable<string>;
  properties?: VisibleNames['properties'];
}

/**
 * Reads a bare expression. It may also stand in `{{ }}`, as in a template.
 * @param options.names the names that there are; without them, unknown ones fail at evaluation only
 * @param options.properties the properties of some of these names; without them, unknown ones are undefined at evaluation
 * @throws ExpressionError
 */
export function parseExpression(text: string, { names, properties }: ExpressionNames = {}): Expression {
  const visible = names && { names: new Set(names), properties };
  const wrapped = /^\s*\{\{([^]*)\}\}\s*$/.exec(text);
  const source = wrapped?.[1] ?? text;
  const start = wrapped ? text.indexOf('{{') + 2 : 0;
  if (source.length > MAX_SOURCE_LENGTH) throw tooLong(start);
  const { step, end } = parseAt(source, start, visible);
  if (source.slice(end).trim() !== '') {
    throw new ExpressionError('The expression ends here, but the text goes on.', start + end);
  }
  return { text, step };
}

/**
 * Reads the expression that a text begins with.
 * @param offset added to positions
 * @returns where it ends, in characters of `source`
 */
export function parseAt(
  source: string,
  offset: number,
  visible: VisibleNames | undefined,
): { step: Step; end: number } {
  if (source.trim() === '') throw new ExpressionError('The expression is empty.', offset);
  try {
    const root = readSyntax(source, offset);
    return { step: new ExpressionCompiler(visible, offset).compile(root), end: root.end };
  } catch (error) {
    throw asExpressionError(error, source, offset);
  }
}

function readSyntax(source: string, offset: number): AcornExpression {
  let comment = -1;
  const root = parseExpressionAt(source.slice(0, MAX_SOURCE_LENGTH), 0, {
    ecmaVersion: 'latest',
    // What HTML calls a comment is none in a module.
    sourceType: 'module',
    // So that brackets within brackets count as depth.
    preserveParens: true,
    onComment: (_block, _text, start) => (comment = start),
  });
  if (comment >= 0) throw new ExpressionError('Comments cannot be used in expressions.', offset + comment);
  return root;
}

function asExpressionError(error: unknown, source: string, offset: number): ExpressionError {
  if (error instanceof ExpressionError) return error;
  // Anything else means that the stack did not suffice, which is a syntax error to the reader.
  if (!(error instanceof SyntaxError) || error.message.includes('stack')) return tooDeep(offset);
  const position = Reflect.get(error, 'pos') as number;
  const atEnd = position >= MAX_SOURCE_LENGTH || error.message.startsWith('Unterminated');
  if (source.length > MAX_SOURCE_LENGTH && atEnd) return tooLong(offset);
  return new ExpressionError(`${error.message.replace(/ \(\d+:\d+\)$/, '')}.`, offset + position);
}

function tooLong(offset: number): ExpressionError {
  return new ExpressionError(`An expression has at most ${MAX_SOURCE_LENGTH} characters.`, offset);
}

function tooDeep(offset: number): ExpressionError {
  return new ExpressionError('The expression is nested too deeply.', offset);
}

/** @throws ExpressionError, and nothing else */
export function evaluate(
  expression: Expression,
  scope: Readonly<Record<string, unknown>>,
  { nowMs, maxSteps }: EvaluationLimits,
): Json {
  return evaluateIn(new ExpressionRun(scope, nowMs, maxSteps), expression.step);
}

/** Within a run that may have been going on for other expressions. @throws ExpressionError, and nothing else */
export function evaluateIn(run: ExpressionRun, step: Step): Json {
  try {
    const value = step(run);
    return typeof value === 'string' ? value : toJson(run, value);
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    // From JavaScript's own functions: a bad number of digits, JSON that is none.
    throw new ExpressionError(error instanceof Error ? `${error.message}.` : 'It failed.', run.position);
  }
}
