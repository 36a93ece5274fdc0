import type { Json } from '../json';
import { type EvaluationLimits, evaluate, parseExpression } from './expression';
import { ExpressionRun } from './expression-run';
import { parseTemplate, renderTemplate } from './template';

export const TEXT_KINDS = ['expression', 'template'] as const;
export type TextKind = (typeof TEXT_KINDS)[number];

/**
 * Evaluates an expression, or a text with any number of `{{ expression }}`, once.
 * @throws ExpressionError, and no other error
 */
export function evaluateText(
  text: string,
  kind: TextKind,
  scope: Readonly<Record<string, unknown>>,
  limits: EvaluationLimits,
): Json {
  if (kind === 'expression') return evaluate(parseExpression(text), scope, limits);
  const { nowMs, maxSteps, site } = limits;
  const run = new ExpressionRun(scope, nowMs, maxSteps, site);
  return renderTemplate(run, parseTemplate(text), (value) => value);
}
