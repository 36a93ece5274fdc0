import { Environment } from '@app/config';
import { AlertRuleEvaluator, AreaCardsService, MeterHistoryService } from '@app/domain';
import type { ListedGateway } from '@app/gateway-client';
import { repeatEvery } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { FirstAttempts, type IngestionTurn } from './ingestion-turn';

const HOUR_MS = 3_600_000;

/** Fetches meter readings, and evaluates the alert rules that watch the power of areas. */
@Injectable()
export class MeterIngestion {
  private firsts = new FirstAttempts();
  /** Ends with the current evaluation of the areas. Never rejects. */
  private evaluating: Promise<void> = Promise.resolve();
  /** The evaluation that begins after the current one, for the readings of all gateways that arrive until then. */
  private next: Promise<void> | null = null;

  constructor(
    private readonly history: MeterHistoryService,
    private readonly cards: AreaCardsService,
    private readonly rules: AlertRuleEvaluator,
    private readonly environment: Environment,
  ) {}

  begin(): void {
    this.firsts = new FirstAttempts();
    this.history.forget();
  }

  async follow(gateway: ListedGateway, turn: IngestionTurn, signal: AbortSignal): Promise<void> {
    const { guard } = turn;
    const run = this.firsts.ofGateway();
    await Promise.all([
      repeatEvery(this.environment.GATEWAY_POLL_SECONDS * 1000, signal, async () => {
        await run(() =>
          turn.attempt(`Meter readings of ${gateway.settings.name}`, () =>
            this.readMeters(gateway, turn, signal),
          ),
        );
        if (this.firsts.ended) this.rules.areasTried();
      }),
      repeatEvery(HOUR_MS, signal, () =>
        turn.attempt(`Late readings of ${gateway.settings.name}`, () =>
          this.history.readTrailing(guard, signal, gateway.owns),
        ),
      ),
    ]);
  }

  private async readMeters(
    { owns }: ListedGateway,
    { guard }: IngestionTurn,
    signal: AbortSignal,
  ): Promise<void> {
    await this.history.readLive(guard, signal, owns);
    this.next ??= this.evaluateNext(guard);
    await this.next;
  }

  private evaluateNext(guard: IngestionTurn['guard']): Promise<void> {
    const evaluated = this.evaluateAfter(this.evaluating, guard);
    this.evaluating = evaluated.catch(() => undefined);
    return evaluated;
  }

  private async evaluateAfter(current: Promise<void>, guard: IngestionTurn['guard']): Promise<void> {
    await current;
    this.next = null;
    await this.rules.evaluateAreas(await this.cards.refresh(guard), guard);
  }
}
