import { type Lease, LeaseService } from '@app/leases';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { IngestionTurn, PointFollowers } from './ingestion-turn';
import { MeterIngestion } from './meter-ingestion';
import { StreamIngestion } from './stream-ingestion';
import { ValueIngestion } from './value-ingestion';

/** Ingests values, readings and alarms. Only the worker that holds the lease does this. */
@Injectable()
export class IngestionRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger(IngestionRunner.name);

  constructor(
    private readonly leases: LeaseService,
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
    await Promise.all([this.values.follow(turn), this.meters.follow(turn), this.stream.follow(turn)]);
  }
}

export const ingestionProviders = [
  IngestionRunner,
  MeterIngestion,
  PointFollowers,
  StreamIngestion,
  ValueIngestion,
];
