import { AlertRuleEvaluator, followedBy, HoldEvaluator, type ValueFollower } from '@app/domain';
import { Injectable } from '@nestjs/common';
import type { IngestionTurn } from './ingestion-turn';

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
