import { Environment } from '@app/config';
import type { ExecutionWaitEntity } from '@app/entities';
import { SecretValues } from '@app/kernel';
import { ExpressionError, type ExpressionSite } from '@app/workflow-engine';
import { Injectable, Logger } from '@nestjs/common';
import { ExpressionSites } from '../../expression-sites/expression-sites';
import { type Candidate, WaitCondition } from './wait-condition';

type ConditionalWait = Readonly<Pick<ExecutionWaitEntity, 'executionId' | 'kind' | 'expression' | 'given'>>;

/** Parses and evaluates the conditions of waits. */
@Injectable()
export class WaitConditions {
  private readonly logger = new Logger(WaitConditions.name);
  /** Parsed conditions by wait. Null if the text of the condition cannot be parsed. */
  private readonly parsed = new WeakMap<ConditionalWait, WaitCondition | null>();
  private readonly complainedOf = new WeakSet<ConditionalWait>();

  constructor(
    private readonly sites: ExpressionSites,
    private readonly secrets: SecretValues,
    private readonly environment: Environment,
  ) {}

  /** Reads a snapshot of the site. Includes the calendars if a condition of these waits needs them. */
  siteFor(waits: readonly ConditionalWait[]): Promise<ExpressionSite> {
    return this.sites.read(waits.some((wait) => this.of(wait)?.usesCalendars ?? false));
  }

  /**
   * Returns true if the candidate fulfils the wait, and false if the evaluation of the condition fails. A failure is
   * logged once for each wait.
   */
  isTrue(wait: ConditionalWait, candidate: Candidate, site: ExpressionSite): boolean {
    try {
      return this.of(wait)?.holds(candidate, site) ?? false;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.complain(wait, error);
      return false;
    }
  }

  private of(wait: ConditionalWait): WaitCondition | null {
    const known = this.parsed.get(wait);
    if (known !== undefined) return known;
    const condition = this.parse(wait);
    this.parsed.set(wait, condition);
    return condition;
  }

  private parse(wait: ConditionalWait): WaitCondition | null {
    try {
      return new WaitCondition(wait, this.secrets, this.environment.LIMIT_EXPRESSION_STEPS);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      this.complain(wait, error);
      return null;
    }
  }

  private complain(wait: ConditionalWait, { message }: ExpressionError): void {
    if (this.complainedOf.has(wait)) return;
    this.complainedOf.add(wait);
    const { executionId, expression } = wait;
    const shown = this.secrets.hideInText(message);
    this.logger.warn({ executionId, condition: expression }, `The condition of a wait failed: ${shown}`);
  }
}
