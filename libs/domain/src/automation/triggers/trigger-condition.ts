import {
  type Expression,
  type ExpressionSite,
  evaluate,
  type Json,
  parseExpression,
} from '@app/workflow-engine';
import { CONDITION_NAMES } from '../workflows/trigger-config';
import type { RecordedOccurrence } from './occurrence-evaluation.queries';

/**
 * Decides whether an occurrence fulfils the condition of a trigger. The result is converted to a boolean as in
 * JavaScript: 0, an empty text and null are false.
 */
export class TriggerCondition {
  private readonly expression: Expression;

  /** @throws ExpressionError */
  constructor(
    text: string,
    private readonly kind: RecordedOccurrence['kind'],
    private readonly maxSteps: number,
  ) {
    this.expression = parseExpression(text, { names: CONDITION_NAMES[kind] });
  }

  /** Whether `holds` needs the calendars of the site. */
  get usesCalendars(): boolean {
    return this.expression.usesCalendars;
  }

  /** @throws ExpressionError */
  holds({ payload, occurredAt }: RecordedOccurrence, site: ExpressionSite): boolean {
    const { code, value, previous, quality } = payload as Record<string, Json | undefined>;
    const scope =
      this.kind === 'state_change'
        ? { code, value, previous, quality, triggerData: payload }
        : { triggerData: payload };
    const limits = { nowMs: occurredAt.getTime(), maxSteps: this.maxSteps, site };
    return Boolean(evaluate(this.expression, scope, limits));
  }
}
