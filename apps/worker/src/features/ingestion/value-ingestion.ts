import { Environment } from '@app/config';
import { PointValuesService } from '@app/domain';
import type { ListedGateway } from '@app/gateway-client';
import { repeatEvery } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { FirstAttempts, type IngestionTurn, PointFollowers } from './ingestion-turn';

/** How often alert rules and triggers are checked for changes that become due without new values. */
const TICK_MS = 1000;

/** Reads the values of all points, and evaluates alert rules and triggers with them. */
@Injectable()
export class ValueIngestion {
  private firsts = new FirstAttempts();

  constructor(
    private readonly values: PointValuesService,
    private readonly followers: PointFollowers,
    private readonly environment: Environment,
  ) {}

  begin(): void {
    this.firsts = new FirstAttempts();
    this.values.forget();
    this.followers.forget();
  }

  async follow(gateway: ListedGateway, turn: IngestionTurn, signal: AbortSignal): Promise<void> {
    const run = this.firsts.ofGateway();
    const poll = () => this.values.poll(gateway, turn.guard, this.followers.follower);
    await repeatEvery(this.environment.GATEWAY_POLL_SECONDS * 1000, signal, () =>
      run(() => turn.attempt(`Point values of ${gateway.settings.name}`, poll)),
    );
  }

  /** Conditions about missing data are evaluated only after the first attempt to read new values. */
  async tick(turn: IngestionTurn): Promise<void> {
    await repeatEvery(TICK_MS, turn.signal, async () => {
      if (this.firsts.ended) await this.followers.tick(turn);
    });
  }
}
