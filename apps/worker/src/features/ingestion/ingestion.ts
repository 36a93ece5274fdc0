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

/** A gateway that is being followed. */
interface Following {
  ended: AbortController;
  done: Promise<unknown>;
}

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
    const following = new Map<ListedGateway, Following>();
    await repeatEvery(LIST_MS, turn.signal, () =>
      turn.attempt('The list of gateways', async () => {
        const gateways = await this.gateways.enabled();
        for (const [gateway, { ended }] of following) {
          if (gateways.includes(gateway)) continue;
          ended.abort();
          following.delete(gateway);
        }
        for (const gateway of gateways) {
          if (!following.has(gateway)) following.set(gateway, this.follow(gateway, turn));
        }
      }),
    );
    await Promise.all([...following.values()].map(({ done }) => done));
  }

  private follow(gateway: ListedGateway, turn: IngestionTurn): Following {
    const ended = new AbortController();
    const signal = AbortSignal.any([turn.signal, ended.signal]);
    const done = Promise.all([
      this.values.follow(gateway, turn, signal),
      this.meters.follow(gateway, turn, signal),
      this.stream.follow(gateway, turn, signal),
    ]);
    return { ended, done };
  }
}

export const ingestionProviders = [
  IngestionRunner,
  MeterIngestion,
  PointFollowers,
  StreamIngestion,
  ValueIngestion,
];
