import { say } from '@app/kernel';
import { finished } from '../finished';
import type { Json } from '../json';
import type { Step, VisibleNames } from './compiler';
import { concatenated } from './conversions';
import { evaluateIn, parseAt } from './expression';
import { ExpressionError } from './expression-error';
import { adviceOnRest } from './expression-advice';
import type { ExpressionRun } from './expression-run';

const MAX_EXPRESSIONS = 1000;

/** Called with each value before the value is inserted. Returns the value, or throws if the value is too large. */
export type PutIn = (value: Json) => Json;

/** A parsed template, which can be rendered any number of times. */
export interface Template {
  /** Alternating texts and expressions. */
  readonly parts: readonly (string | Step)[];
  /**
   * True if the template is a single expression. Its result is then the value of the expression, which need not be
   * text.
   */
  readonly isValue: boolean;
  /** Whether an evaluation needs the calendars of the site. */
  readonly usesCalendars: boolean;
  /** The calendars whose ids are written as numbers in the expressions. */
  readonly calendarIds: readonly number[];
}

/** Returns true if a text contains an expression or the opening braces of one. */
export function isTemplate(text: string): boolean {
  return text.includes('{{');
}

/**
 * Parses a text that may contain `{{ expression }}` any number of times. The value of an expression is never parsed
 * again as a template. Write `{{ '{{' }}` for the characters `{{` themselves.
 * @throws ExpressionError
 */
export function parseTemplate(text: string, visible?: VisibleNames): Template {
  return finished(templateParsing(text, visible));
}

/** Does the same as `parseTemplate`, in steps: yields before each expression. */
export function* templateParsing(text: string, visible?: VisibleNames): Generator<void, Template> {
  const parts: (string | Step)[] = [];
  let expressions = 0;
  let from = 0;
  let usesCalendars = false;
  const calendarIds: number[] = [];
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', from)) {
    expressions += 1;
    if (expressions > MAX_EXPRESSIONS) {
      throw new ExpressionError(say('too_many_in_text', { most: MAX_EXPRESSIONS }), open);
    }
    yield;
    if (open > from) parts.push(text.slice(from, open));
    const start = open + 2;
    const { step, end, ...found } = parseAt(text.slice(start), start, visible);
    const close = start + end + whiteSpaceAt(text, start + end);
    if (!text.startsWith('}}', close)) {
      const advice = adviceOnRest(text.slice(close, close + 100));
      throw new ExpressionError(advice ?? say('expression_not_closed'), close);
    }
    usesCalendars ||= found.usesCalendars;
    calendarIds.push(...found.calendarIds);
    parts.push(step);
    from = close + 2;
  }
  if (from < text.length) parts.push(text.slice(from));
  const isValue = parts.length === 1 && typeof parts[0] !== 'string';
  return { parts, isValue, usesCalendars, calendarIds };
}

function whiteSpaceAt(text: string, position: number): number {
  const rest = /\S/.exec(text.slice(position));
  return rest ? rest.index : text.length - position;
}

/**
 * Renders a template. If the template is a single expression, returns its value. If not, returns a text in which null,
 * undefined and NaN are empty, objects and arrays are JSON, and dates are ISO 8601.
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
