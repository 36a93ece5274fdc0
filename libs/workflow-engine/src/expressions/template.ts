import { finished } from '../finished';
import type { Json } from '../json';
import type { Step, VisibleNames } from './compiler';
import { concatenated } from './conversions';
import { evaluateIn, parseAt } from './expression';
import { ExpressionError } from './expression-error';
import type { ExpressionRun } from './expression-run';

const MAX_EXPRESSIONS = 1000;

/** Is given each value before it becomes part of the text, and gives it back, or throws where it is too much. */
export type PutIn = (value: Json) => Json;

/** A text with expressions in it, ready to be rendered as often as needed. */
export interface Template {
  /** Texts and expressions, in turn. */
  readonly parts: readonly (string | Step)[];
  /** It is one expression and nothing else, so it gives that one's value and not text. */
  readonly isValue: boolean;
}

/** Whether a text has an expression in it, or means to. */
export function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/**
 * Reads a text in which `{{ expression }}` may stand, any number of times. What an expression gives is never read again as
 * a template. For the characters `{{` themselves, write `{{ '{{' }}`.
 * @throws ExpressionError
 */
export function parseTemplate(text: string, visible?: VisibleNames): Template {
  return finished(templateParsing(text, visible));
}

/** As `parseTemplate`, in steps: yields before each expression. */
export function* templateParsing(text: string, visible?: VisibleNames): Generator<void, Template> {
  const parts: (string | Step)[] = [];
  let expressions = 0;
  let from = 0;
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', from)) {
    expressions += 1;
    if (expressions > MAX_EXPRESSIONS) {
      throw new ExpressionError(`A text has at most ${MAX_EXPRESSIONS} expressions.`, open);
    }
    yield;
    if (open > from) parts.push(text.slice(from, open));
    const start = open + 2;
    const { step, end } = parseAt(text.slice(start), start, visible);
    const close = start + end + whiteSpaceAt(text, start + end);
    if (!text.startsWith('}}', close)) {
      throw new ExpressionError('"}}" is missing behind the expression, or it goes on wrongly.', close);
    }
    parts.push(step);
    from = close + 2;
  }
  if (from < text.length) parts.push(text.slice(from));
  return { parts, isValue: parts.length === 1 && typeof parts[0] !== 'string' };
}

function whiteSpaceAt(text: string, position: number): number {
  const rest = /\S/.exec(text.slice(position));
  return rest ? rest.index : text.length - position;
}

/**
 * The value of the one expression; otherwise text, in which null, undefined and NaN are nothing, objects and arrays are
 * JSON, and dates are ISO 8601.
 * @throws ExpressionError
 */
export function renderTemplate(run: ExpressionRun, { parts, isValue }: Template, putIn: PutIn): Json {
  if (isValue) return putIn(evaluateIn(run, parts[0] as Step));
  let text = '';
  for (const part of parts) {
    const piece = typeof part === 'string' ? part : asText(run, putIn(evaluateIn(run, part)));
    text = concatenated(run, text, piece);
  }
  return text;
}

function asText(run: ExpressionRun, value: Json): string {
  if (value === null) return '';
  if (typeof value !== 'object') return String(value);
  const text = JSON.stringify(value);
  run.characters(text.length);
  return text;
}
