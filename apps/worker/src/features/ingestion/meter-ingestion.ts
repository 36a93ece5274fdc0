import { Environment } from '@app/config';
import { AlertRuleEvaluator, AreaCardsService, MeterHistoryService } from '@app/domain';
import { repeatEvery } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { IngestionTurn } from './ingestion-turn';

const HOUR_MS = 3_600_000;

/** Fetches meter readings, and evaluates the alert rules that watch the power of areas. */
@Injectable()
export class MeterIngestion {
  constructor(
    private readonly history: MeterHistoryService,
    private readonly cards: AreaCardsService,
    private readonly rules: AlertRuleEvaluator,
    private readonly environment: Environment,
  ) {}

  async follow(turn: IngestionTurn): Promise<void> {
    const { guard, signal } = turn;
    this.history.forget();
    await Promise.all([
      repeatEvery(this.environment.GATEWAY_POLL_SECONDS * 1000, signal, async () => {
        await turn.attempt('Meter readings', () => this.readMeters(turn));
        this.rules.areasTried();
      }),
      repeatEvery(HOUR_MS, signal, () =>
        turn.attempt('Late readings', () => this.history.readTrailing(guard, signal)),
      ),
    ]);
  }

  private async readMeters({ guard, signal }: IngestionTurn): Promise<void> {
    await this.history.readLive(guard, signal);
    await this.rules.evaluateAreas(await this.cards.refresh(guard), guard);
  }
}
