import type { ExecutionWaitEntity } from '@app/entities';
import type { SecretValues } from '@app/kernel';
import {
  type Expression,
  type ExpressionSite,
  evaluate,
  type Json,
  type JsonObject,
  mapJsonTexts,
  parseExpression,
} from '@app/workflow-engine';
import { WAIT_CONDITION_NAMES } from '@app/workflow-nodes';

/** Something that may fulfil a condition: a value of a point, or an event. */
export interface Candidate {
  payload: object;
  occurredAtMs: number;
}

type Condition = Pick<ExecutionWaitEntity, 'kind' | 'expression' | 'given'>;

/**
 * The condition of a wait. Its result is converted to a boolean as in JavaScript: 0, an empty text and null are false.
 */
export class WaitCondition {
  private readonly expression: Expression | null;
  private readonly given: object;
  private readonly isOfPoints: boolean;

  /**
   * @param secrets restores the secrets in `given`, which is stored sealed
   * @throws ExpressionError
   */
  constructor(
    { kind, expression, given }: Condition,
    secrets: SecretValues,
    private readonly maxSteps: number,
  ) {
    this.given = mapJsonTexts(given as JsonObject, (text) => secrets.unseal(text));
    this.isOfPoints = kind === 'points';
    const names = WAIT_CONDITION_NAMES[this.isOfPoints ? 'points' : 'event'];
    this.expression = expression === null ? null : parseExpression(expression, { names });
  }

  /** True if `holds` needs the calendars of the site. */
  get usesCalendars(): boolean {
    return this.expression?.usesCalendars ?? false;
  }

  /** @throws ExpressionError */
  holds({ payload, occurredAtMs }: Candidate, site: ExpressionSite): boolean {
    if (this.expression === null) return true;
    const { code, value, previous, quality } = payload as Record<string, Json | undefined>;
    const own = this.isOfPoints ? { code, value, previous, quality } : {};
    const scope = { ...own, triggerData: payload, given: this.given };
    return Boolean(evaluate(this.expression, scope, { nowMs: occurredAtMs, maxSteps: this.maxSteps, site }));
  }
}
