import { Gateways, type ListedGateway } from '@app/gateway-client';
import { repeatEvery } from '@app/kernel';
import { type Lease, LeaseService } from '@app/leases';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { IngestionTurn, PointFollowers } from './ingestion-turn';
import { MeterIngestion } from './meter-ingestion';
import { StreamIngestion } from './stream-ingestion';
import { ValueIngestion } from './value-ingestion';

/** How often gateways that were added, changed or removed are looked for. */
const LIST_MS = 1000;

/** Ingests values, readings and alarms of all gateways. Only the worker that holds the lease does this. */
@Injectable()
export class IngestionRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger(IngestionRunner.name);

  constructor(
    private readonly leases: LeaseService,
    private readonly gateways: Gateways,
    private readonly values: ValueIngestion,
    private readonly meters: MeterIngestion,
    private readonly stream: StreamIngestion,
  ) {}

  onApplicationBootstrap(): void {
    void this.leases.hold('ingestion', (lease, signal) => this.ingest(lease, signal));
  }

  private async ingest(lease: Lease, lost: AbortSignal): Promise<void> {
    this.logger.log('This worker ingests values, readings and alarms');
    const turn = new IngestionTurn(lease, lost, this.logger);
    this.values.begin();
    this.meters.begin();
    this.stream.begin();
    await Promise.all([this.values.tick(turn), this.stream.report(turn), this.followGateways(turn)]);
  }

  /** Follows each gateway for itself, so that none waits for another one. */
  private async followGateways(turn: IngestionTurn): Promise<void> {
    const followed = new Map<ListedGateway, AbortController>();
    const running = new Set<Promise<void>>();
    await repeatEvery(LIST_MS, turn.signal, () =>
      turn.attempt('The list of gateways', async () => {
        const gateways = await this.gateways.enabled();
        for (const [gateway, ended] of followed) {
          if (gateways.includes(gateway)) continue;
          ended.abort();
          followed.delete(gateway);
        }
        for (const gateway of gateways) {
          if (followed.has(gateway)) continue;
          const ended = new AbortController();
          followed.set(gateway, ended);
          const following = this.follow(gateway, turn, ended).finally(() => {
            running.delete(following);
            // A gateway that could not be followed is tried again with the next list.
            if (followed.get(gateway) === ended) followed.delete(gateway);
          });
          running.add(following);
        }
      }),
    );
    await Promise.all(running);
  }

  /** Runs until the turn or `ended` ends. If one part fails, the others end, too. */
  private async follow(gateway: ListedGateway, turn: IngestionTurn, ended: AbortController): Promise<void> {
    const signal = AbortSignal.any([turn.signal, ended.signal]);
    const parts = [this.values, this.meters, this.stream].map((part) => part.follow(gateway, turn, signal));
    await turn.attempt(gateway.settings.name, () => Promise.all(parts));
    ended.abort();
    await Promise.allSettled(parts);
  }
}

export const ingestionProviders = [
  IngestionRunner,
  MeterIngestion,
  PointFollowers,
  StreamIngestion,
  ValueIngestion,
];
