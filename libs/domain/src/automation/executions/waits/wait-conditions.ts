import { Environment } from '@app/config';
import type { ExecutionWaitEntity } from '@app/entities';
import { SecretValues } from '@app/kernel';
import type { ExpressionError, ExpressionSite } from '@app/workflow-engine';
import { Injectable, Logger } from '@nestjs/common';
import { ParsedConditions } from '../../conditions/parsed-conditions';
import { ExpressionSites } from '../../expression-sites/expression-sites';
import { type Candidate, WaitCondition } from './wait-condition';

type ConditionalWait = Readonly<Pick<ExecutionWaitEntity, 'executionId' | 'kind' | 'expression' | 'given'>>;

/** Parses and evaluates the conditions of waits. */
@Injectable()
export class WaitConditions {
  private readonly logger = new Logger(WaitConditions.name);
  private readonly parsed = new ParsedConditions<ConditionalWait, WaitCondition>(
    (wait) => new WaitCondition(wait, this.secrets, this.environment.LIMIT_EXPRESSION_STEPS),
    (wait, error) => this.complain(wait, error),
  );

  constructor(
    private readonly sites: ExpressionSites,
    private readonly secrets: SecretValues,
    private readonly environment: Environment,
  ) {}

  /** Reads a snapshot of the site. Includes the calendars if a condition of these waits needs them. */
  siteFor(waits: Iterable<ConditionalWait>): Promise<ExpressionSite> {
    return this.sites.read([...waits].some((wait) => this.parsed.of(wait)?.usesCalendars ?? false));
  }

  /**
   * Returns true if the candidate fulfils the wait, and false if the evaluation of the condition fails. A failure is
   * logged once for each wait.
   */
  isTrue(wait: ConditionalWait, candidate: Candidate, site: ExpressionSite): boolean {
    return this.parsed.isTrue(wait, (condition) => condition.holds(candidate, site));
  }

  private complain({ executionId, expression }: ConditionalWait, { message }: ExpressionError): void {
    const shown = this.secrets.hideInText(message);
    this.logger.warn({ executionId, condition: expression }, `The condition of a wait failed: ${shown}`);
  }
}
