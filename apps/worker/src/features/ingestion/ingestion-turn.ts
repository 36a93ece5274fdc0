import { AlertRuleEvaluator, followedBy, HoldEvaluator, type ValueFollower } from '@app/domain';
import { assertHeld, type Lease, LeaseLostError } from '@app/leases';
import { Injectable, type Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** The period during which this worker holds the lease of the ingestion. */
export class IngestionTurn {
  /** Aborted when the lease is lost. */
  readonly signal: AbortSignal;
  private readonly ended = new AbortController();

  constructor(
    private readonly lease: Lease,
    lost: AbortSignal,
    private readonly logger: Logger,
  ) {
    this.signal = AbortSignal.any([lost, this.ended.signal]);
  }

  /** Fails if another worker holds the lease. Every transaction of the ingestion calls this. */
  readonly guard = (manager: EntityManager): Promise<void> => assertHeld(manager, this.lease);

  /** Runs one step of the ingestion. A step that fails runs again at its next interval. */
  async attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof LeaseLostError) this.ended.abort();
      else this.logger.warn({ err: error }, `${what} could not be processed; trying again`);
    }
  }
}

/** The parts of the service that evaluate the values of points: alert rules and triggers of workflows. */
@Injectable()
export class PointFollowers {
  /** Evaluates new values in the transaction that stores them. */
  readonly follower: ValueFollower;

  constructor(
    private readonly rules: AlertRuleEvaluator,
    private readonly triggers: HoldEvaluator,
  ) {
    this.follower = followedBy(rules.follower, triggers.follower);
  }

  /** Clears the remembered state, because another process may have changed the stored state in the meantime. */
  forget(): void {
    this.rules.forget();
    this.triggers.forget();
  }

  /** Carries out changes that become due by time alone, without new values. */
  async tick(turn: IngestionTurn): Promise<void> {
    await turn.attempt('Alert rules', () => this.rules.tick(turn.guard));
    await turn.attempt('Triggers', () => this.triggers.tick(turn.guard));
  }
}

/**
 * Whether the first attempts with the gateways at the start have ended. After a pause, stored values may be old, so time
 * must not change anything before. Gateways that are added later do not delay the others.
 */
export class FirstAttempts {
  private pending = 0;
  private hasEnded = false;

  get ended(): boolean {
    return this.hasEnded;
  }

  /** Returns a function that counts the first attempt that it runs. */
  ofGateway(): (attempt: () => Promise<void>) => Promise<void> {
    this.pending++;
    let isFirst = true;
    return async (attempt) => {
      await attempt();
      if (isFirst && --this.pending === 0) this.hasEnded = true;
      isFirst = false;
    };
  }
}
