import { Environment } from '@app/config';
import { PointValuesService } from '@app/domain';
import { repeatEvery } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type IngestionTurn, PointFollowers } from './ingestion-turn';

/** How often alert rules and triggers are checked for changes that become due without new values. */
const TICK_MS = 1000;

/** Reads the values of all points, and evaluates alert rules and triggers with them. */
@Injectable()
export class ValueIngestion {
  constructor(
    private readonly values: PointValuesService,
    private readonly followers: PointFollowers,
    private readonly environment: Environment,
  ) {}

  async follow(turn: IngestionTurn): Promise<void> {
    const { guard, signal } = turn;
    this.values.forget();
    this.followers.forget();
    // After a pause, the stored values may be old. Conditions about missing data are therefore evaluated only after the
    // first attempt to read new values.
    let isPolled = false;
    await Promise.all([
      repeatEvery(this.environment.GATEWAY_POLL_SECONDS * 1000, signal, async () => {
        await turn.attempt('Point values', () => this.values.poll(guard, this.followers.follower));
        isPolled = true;
      }),
      repeatEvery(TICK_MS, signal, async () => {
        if (isPolled) await this.followers.tick(turn);
      }),
    ]);
  }
}
