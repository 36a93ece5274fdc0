import { Environment } from '@app/config';
import { SITE_OWNER } from '@app/entities';
import { SecretValues } from '@app/kernel';
import type { ExpressionError, ExpressionSite, JsonObject } from '@app/workflow-engine';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Listener } from '../../platform/occurrences/listeners';
import { ParsedConditions } from '../conditions/parsed-conditions';
import { ExpressionSites } from '../expression-sites/expression-sites';
import { RememberedValuesService } from '../remembered-values/remembered-values.service';
import type { RecordedOccurrence } from './occurrence-evaluation.queries';
import { TriggerCondition } from './trigger-condition';

/** A snapshot of the data that the conditions of a batch may read. */
export interface ConditionContext {
  site: ExpressionSite;
  /** The remembered values by owner. Empty if no condition reads them. */
  remembered: ReadonlyMap<string, JsonObject>;
}

/** Parses and evaluates the conditions of triggers. */
@Injectable()
export class TriggerConditions {
  private readonly logger = new Logger(TriggerConditions.name);
  /** A changed workflow gets a new listener object, so its condition is parsed again. */
  private readonly parsed = new ParsedConditions<Listener, TriggerCondition>(
    (listener) => this.parse(listener),
    (listener, error) => this.complain(listener, error),
  );

  constructor(
    private readonly sites: ExpressionSites,
    private readonly remembered: RememberedValuesService,
    private readonly secrets: SecretValues,
    private readonly environment: Environment,
  ) {}

  /**
   * Reads the data that the conditions of these listeners need. Remembered values take one query, or none if no
   * condition reads them.
   */
  async contextFor(manager: EntityManager, listeners: Iterable<Listener>): Promise<ConditionContext> {
    const owners = new Set<string>();
    let usesCalendars = false;
    for (const listener of listeners) {
      const condition = this.of(listener);
      if (condition?.reads('state')) owners.add(SITE_OWNER).add(listener.workflowId);
      usesCalendars ||= condition?.usesCalendars ?? false;
    }
    const remembered = await this.remembered.valuesOf(manager, [...owners]);
    return { site: await this.sites.read(usesCalendars), remembered };
  }

  /**
   * Returns true if the occurrence fulfils the condition of the listener, and false if the evaluation fails. A failure
   * is logged once per version of the workflow.
   */
  isTrue(
    listener: Listener,
    occurrence: Pick<RecordedOccurrence, 'payload' | 'occurredAt'>,
    { site, remembered }: ConditionContext,
  ): boolean {
    if (listener.condition === null) return true;
    const state = {
      site: remembered.get(SITE_OWNER) ?? {},
      workflow: remembered.get(listener.workflowId) ?? {},
    };
    const context = { site, env: this.secrets.variables, state };
    return this.parsed.isTrue(listener, (condition) => condition.holds(occurrence, context));
  }

  /** The condition of a listener; null if it has none, or if the text cannot be parsed. */
  of(listener: Listener): TriggerCondition | null {
    return this.parsed.of(listener);
  }

  private parse({ condition, kind }: Listener): TriggerCondition | null {
    return condition === null
      ? null
      : new TriggerCondition(condition, kind, this.environment.LIMIT_EXPRESSION_STEPS);
  }

  private complain({ workflowId, revision, condition }: Listener, { message }: ExpressionError): void {
    const shown = this.secrets.hideInText(message);
    this.logger.warn({ workflowId, revision, condition }, `The condition of a trigger failed: ${shown}`);
  }
}
