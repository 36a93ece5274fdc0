import { parseExpressionAt, type Expression as AcornExpression } from 'acorn';
import type { Json } from '../json';
import { ExpressionCompiler } from './expression-compiler';
import type { Step, VisibleNames } from './compiler';
import { ExpressionError } from './expression-error';
import { ExpressionRun } from './expression-run';
import type { ExpressionSite } from './expression-site';
import { adviceOn, adviceOnRest } from './expression-advice';
import { toJson } from './to-json';

export const MAX_SOURCE_LENGTH = 10_000;

/** A compiled expression. It can be evaluated any number of times. */
export interface Expression {
  readonly text: string;
  readonly step: Step;
  /** Whether an evaluation needs the calendars of the site. */
  readonly usesCalendars: boolean;
}

export interface EvaluationLimits {
  /** The recorded time of the step, in milliseconds since 1970; the value of `now()`. */
  nowMs: number;
  /** The budget of the evaluation in steps. */
  maxSteps: number;
  /** Without it, the default time zone is UTC and there are no calendars. */
  site?: ExpressionSite;
}

/** The names that an expression may use; any if `names` is missing. */
export interface ExpressionNames {
  names?: Iterable<string>;
  properties?: VisibleNames['properties'];
}

/**
 * Parses a bare expression, which may also be enclosed in `{{ }}`.
 * @param options.names the existing names; without them, unknown names fail at evaluation
 * @param options.properties the properties of some of these names; without them, unknown properties are undefined at
 *   evaluation
 * @throws ExpressionError
 */
export function parseExpression(text: string, { names, properties }: ExpressionNames = {}): Expression {
  const visible = names && { names: new Set(names), properties };
  const wrapped = /^\s*\{\{([^]*)\}\}\s*$/.exec(text);
  const source = wrapped?.[1] ?? text;
  const start = wrapped ? text.indexOf('{{') + 2 : 0;
  if (source.length > MAX_SOURCE_LENGTH) throw tooLong(start);
  const { end, ...compiled } = parseAt(source, start, visible);
  const rest = source.slice(end).trim();
  if (rest !== '') {
    const message = adviceOnRest(rest) ?? 'The text continues after the end of the expression.';
    throw new ExpressionError(message, start + end);
  }
  return { text, ...compiled };
}

/**
 * Parses the expression at the beginning of a text.
 * @param offset added to positions
 * @returns `end`: the position after the expression, in characters of `source`
 */
export function parseAt(
  source: string,
  offset: number,
  visible: VisibleNames | undefined,
): Omit<Expression, 'text'> & { end: number } {
  if (source.trim() === '') throw new ExpressionError('The expression is empty.', offset);
  try {
    const root = readSyntax(source, offset);
    const compiler = new ExpressionCompiler(visible, offset);
    const step = compiler.compile(root);
    return { step, end: root.end, usesCalendars: compiler.usesCalendars };
  } catch (error) {
    throw asExpressionError(error, source, offset);
  }
}

function readSyntax(source: string, offset: number): AcornExpression {
  let comment = -1;
  const root = parseExpressionAt(source.slice(0, MAX_SOURCE_LENGTH), 0, {
    ecmaVersion: 'latest',
    // HTML-like comments are not comments in a module.
    sourceType: 'module',
    // Nested parentheses count as depth.
    preserveParens: true,
    onComment: (_block, _text, start) => (comment = start),
  });
  if (comment >= 0) throw new ExpressionError('Comments cannot be used in expressions.', offset + comment);
  return root;
}

function asExpressionError(error: unknown, source: string, offset: number): ExpressionError {
  if (error instanceof ExpressionError) return error;
  // Any other error means that the stack overflowed, which is reported as a syntax error.
  if (!(error instanceof SyntaxError) || error.message.includes('stack')) return tooDeep(offset);
  const position = Reflect.get(error, 'pos') as number;
  const atEnd = position >= MAX_SOURCE_LENGTH || error.message.startsWith('Unterminated');
  if (source.length > MAX_SOURCE_LENGTH && atEnd) return tooLong(offset);
  const message = adviceOn(source, position) ?? `${error.message.replace(/ \(\d+:\d+\)$/, '')}.`;
  return new ExpressionError(message, offset + position);
}

function tooLong(offset: number): ExpressionError {
  return new ExpressionError(`An expression may have at most ${MAX_SOURCE_LENGTH} characters.`, offset);
}

function tooDeep(offset: number): ExpressionError {
  return new ExpressionError('The expression is nested too deeply.', offset);
}

/** @throws ExpressionError, and nothing else */
export function evaluate(
  expression: Expression,
  scope: Readonly<Record<string, unknown>>,
  { nowMs, maxSteps, site }: EvaluationLimits,
): Json {
  return evaluateIn(new ExpressionRun(scope, nowMs, maxSteps, site), expression.step);
}

/** Evaluates within a run that other expressions share. @throws ExpressionError, and nothing else */
export function evaluateIn(run: ExpressionRun, step: Step): Json {
  try {
    const value = step(run);
    return typeof value === 'string' ? value : toJson(run, value);
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    // A function of JavaScript itself has failed, for example because of an invalid number of digits or invalid JSON.
    throw new ExpressionError(error instanceof Error ? `${error.message}.` : 'It failed.', run.position);
  }
}
