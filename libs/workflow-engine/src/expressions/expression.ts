import { type Message, say } from '@app/kernel';
import { parseExpressionAt, type Expression as AcornExpression } from 'acorn';
import type { Json } from '../json';
import { ExpressionCompiler } from './expression-compiler';
import type { Step, VisibleNames } from './compiler';
import { ExpressionError } from './expression-error';
import { ExpressionRun } from './expression-run';
import type { ExpressionSite } from './expression-site';
import { adviceOn, adviceOnRest } from './expression-advice';
import { toJson } from './to-json';

const MAX_SOURCE_LENGTH = 10_000;

/** A compiled expression, which can be evaluated any number of times. */
export interface Expression {
  readonly text: string;
  readonly step: Step;
  /** Whether an evaluation needs the calendars of the site. */
  readonly usesCalendars: boolean;
  /** The calendars whose ids are written as numbers in the expression. */
  readonly calendarIds: readonly number[];
  /** The names of the scope that the expression reads. */
  readonly scopeNames: ReadonlySet<string>;
}

export interface EvaluationLimits {
  /** The time that `now()` returns, in milliseconds since 1970. */
  nowMs: number;
  /** The budget of the evaluation in steps. */
  maxSteps: number;
  /** Without it, the default time zone is UTC and there are no calendars. */
  site?: ExpressionSite;
}

/** The names that an expression may use. If `names` is missing, any name is accepted. */
export interface ExpressionNames {
  names?: Iterable<string>;
  fields?: VisibleNames['fields'];
}

/**
 * Parses an expression, which may be enclosed in `{{ }}`.
 * @param options.names the names that exist. If this is missing, an unknown name fails at evaluation
 * @param options.fields the fields of some of these names. If this is missing, an unknown field is undefined at
 *   evaluation
 * @throws ExpressionError
 */
export function parseExpression(text: string, { names, fields }: ExpressionNames = {}): Expression {
  const visible = names && { names: new Set(names), fields };
  const wrapped = /^\s*\{\{([^]*)\}\}\s*$/.exec(text);
  const source = wrapped?.[1] ?? text;
  const start = wrapped ? text.indexOf('{{') + 2 : 0;
  if (source.length > MAX_SOURCE_LENGTH) throw tooLong(start);
  const { end, ...compiled } = parseAt(source, start, visible);
  const rest = source.slice(end).trim();
  if (rest !== '') {
    const message = adviceOnRest(rest) ?? say('expression_rest');
    throw new ExpressionError(message, start + end);
  }
  return { text, ...compiled };
}

/**
 * Parses the expression at the beginning of a text.
 * @param offset added to the positions in errors
 * @returns `end`: the position after the expression, in characters of `source`
 */
export function parseAt(
  source: string,
  offset: number,
  visible: VisibleNames | undefined,
): Omit<Expression, 'text'> & { end: number } {
  if (source.trim() === '') throw new ExpressionError(say('expression_empty'), offset);
  try {
    const root = readSyntax(source, offset);
    const compiler = new ExpressionCompiler(visible, offset);
    const step = compiler.compile(root);
    const { usesCalendars, calendarIds, scopeNames } = compiler;
    return { step, end: root.end, usesCalendars, calendarIds, scopeNames };
  } catch (error) {
    throw asExpressionError(error, source, offset);
  }
}

function readSyntax(source: string, offset: number): AcornExpression {
  let comment = -1;
  const root = parseExpressionAt(source.slice(0, MAX_SOURCE_LENGTH), 0, {
    ecmaVersion: 'latest',
    // In a module, `<!--` does not begin a comment.
    sourceType: 'module',
    // The tree keeps parentheses, so that nested parentheses count as nesting depth.
    preserveParens: true,
    onComment: (_block, _text, start) => (comment = start),
  });
  if (comment >= 0) throw new ExpressionError(say('no_comments'), offset + comment);
  return root;
}

function asExpressionError(error: unknown, source: string, offset: number): ExpressionError {
  if (error instanceof ExpressionError) return error;
  // If the stack overflows, the parser throws an error of another type, or a syntax error whose message contains
  // "stack".
  if (!(error instanceof SyntaxError) || error.message.includes('stack')) return tooDeep(offset);
  const position = Reflect.get(error, 'pos') as number;
  const atEnd = position >= MAX_SOURCE_LENGTH || error.message.startsWith('Unterminated');
  if (source.length > MAX_SOURCE_LENGTH && atEnd) return tooLong(offset);
  const message = adviceOn(source, position) ?? foreign(error.message.replace(/ \(\d+:\d+\)$/, ''));
  return new ExpressionError(message, offset + position);
}

/** Says the text of an error of the parser or of a function of JavaScript, which is in English only. */
function foreign(text: string): Message {
  return say('other', { reason: `${text}.` });
}

function tooLong(offset: number): ExpressionError {
  return new ExpressionError(say('expression_too_long', { most: MAX_SOURCE_LENGTH }), offset);
}

function tooDeep(offset: number): ExpressionError {
  return new ExpressionError(say('expression_too_deep'), offset);
}

/**
 * Evaluates an expression.
 * @throws ExpressionError, and no other error
 */
export function evaluate(
  expression: Expression,
  scope: Readonly<Record<string, unknown>>,
  { nowMs, maxSteps, site }: EvaluationLimits,
): Json {
  return evaluateIn(new ExpressionRun(scope, nowMs, maxSteps, site), expression.step);
}

/**
 * Evaluates an expression within a run. Other expressions may share the budget of the run.
 * @throws ExpressionError, and no other error
 */
export function evaluateIn(run: ExpressionRun, step: Step): Json {
  try {
    const value = step(run);
    return typeof value === 'string' ? value : toJson(run, value);
  } catch (error) {
    if (error instanceof ExpressionError) throw error;
    // A built-in function of JavaScript has failed, for example because of an invalid number of digits.
    throw new ExpressionError(
      error instanceof Error ? foreign(error.message) : say('no_reason'),
      run.position,
    );
  }
}
