import {
  type Expression,
  type ExpressionSite,
  evaluate,
  type Json,
  type JsonObject,
  parseExpression,
} from '@app/workflow-engine';
import { CONDITION_NAMES } from '../workflows/trigger-config';
import type { RecordedOccurrence } from './occurrence-evaluation.queries';

/** The data that a condition can read in addition to the occurrence. */
export interface EvaluationContext {
  site: ExpressionSite;
  /** The variables of workflows. */
  env: Readonly<Record<string, string>>;
  /** The remembered values. */
  state: { site: JsonObject; workflow: JsonObject };
}

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

  /** True if `holds` needs the calendars of the site. */
  get usesCalendars(): boolean {
    return this.expression.usesCalendars;
  }

  /** Returns true if the condition reads this name. */
  reads(name: (typeof CONDITION_NAMES)['state_change'][number]): boolean {
    return this.expression.scopeNames.has(name);
  }

  /** @throws ExpressionError */
  holds(
    { payload, occurredAt }: Pick<RecordedOccurrence, 'payload' | 'occurredAt'>,
    { site, env, state }: EvaluationContext,
  ): boolean {
    const { code, value, previous, quality } = payload as Record<string, Json | undefined>;
    const scope =
      this.kind === 'state_change'
        ? { code, value, previous, quality, triggerData: payload, env, state }
        : { triggerData: payload, env, state };
    const limits = { nowMs: occurredAt.getTime(), maxSteps: this.maxSteps, site };
    return Boolean(evaluate(this.expression, scope, limits));
  }
}
