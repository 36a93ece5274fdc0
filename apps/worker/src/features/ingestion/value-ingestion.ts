import { Environment } from '@app/config';
import { AlertRuleEvaluator, PointValuesService } from '@app/domain';
import { repeatEvery } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { IngestionTurn } from './ingestion-turn';

/** How often alert rules are checked for changes that are due without new values. */
const TICK_MS = 1000;

/** Reads the values of all points, and evaluates alert rules with them. */
@Injectable()
export class ValueIngestion {
  constructor(
    private readonly values: PointValuesService,
    private readonly rules: AlertRuleEvaluator,
    private readonly environment: Environment,
  ) {}

  async follow(turn: IngestionTurn): Promise<void> {
    const { guard, signal } = turn;
    this.values.forget();
    this.rules.forget();
    // The stored values may be old after a pause. Silence is judged after the first attempt to read new ones.
    let isPolled = false;
    await Promise.all([
      repeatEvery(this.environment.GATEWAY_POLL_SECONDS * 1000, signal, async () => {
        await turn.attempt('Point values', () => this.values.poll(guard, this.rules.follower));
        isPolled = true;
      }),
      repeatEvery(TICK_MS, signal, async () => {
        if (isPolled) await turn.attempt('Alert rules', () => this.rules.tick(guard));
      }),
    ]);
  }
}
