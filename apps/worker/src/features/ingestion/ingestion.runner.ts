import { Environment } from '@app/config';
import type { PointValue } from '@app/contracts';
import {
  AreaCardsService,
  GatewayConnectionService,
  MeterHistoryService,
  PointValuesService,
} from '@app/domain';
import { assertHeld, type Lease, LeaseLostError, LeaseService } from '@app/leases';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { repeat } from './repeat';

const HOUR_MS = 3_600_000;
/** Values that the gateway pushes are stored together, this often; so is that it was lost or is back. */
const GATHER_MS = 500;
/** How often all processes are told how the gateway is. */
const REPORT_MS = 5000;

/** Takes in values and readings, in one worker of all: whoever has the lease. */
@Injectable()
export class IngestionRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger(IngestionRunner.name);

  constructor(
    private readonly leases: LeaseService,
    private readonly values: PointValuesService,
    private readonly history: MeterHistoryService,
    private readonly cards: AreaCardsService,
    private readonly connection: GatewayConnectionService,
    private readonly environment: Environment,
  ) {}

  onApplicationBootstrap(): void {
    void this.leases.hold('ingestion', (lease, signal) => this.ingest(lease, signal));
  }

  private async ingest(lease: Lease, lost: AbortSignal): Promise<void> {
    this.logger.log('This worker takes in values and readings');
    this.values.forget();
    this.history.forget();
    const ended = new AbortController();
    const signal = AbortSignal.any([lost, ended.signal]);
    const guard = (manager: EntityManager) => assertHeld(manager, lease);
    const everyMs = this.environment.GATEWAY_POLL_SECONDS * 1000;
    const attempt = (what: string, work: () => Promise<unknown>) =>
      this.attempt(what, work, () => ended.abort());
    await Promise.all([
      repeat(everyMs, signal, () => attempt('Point values', () => this.values.poll(guard))),
      repeat(everyMs, signal, () => attempt('Meter readings', () => this.readMeters(guard, signal))),
      repeat(HOUR_MS, signal, () => attempt('Late readings', () => this.history.readTrailing(guard, signal))),
      repeat(REPORT_MS, signal, async () => this.connection.report()),
      this.followStream(guard, signal, attempt),
    ]);
  }

  private async readMeters(
    guard: (manager: EntityManager) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    await this.history.readLive(guard, signal);
    await this.cards.refresh(guard);
  }

  /** What the gateway pushes is known sooner than by polling; where it pushes nothing, polling does alone. */
  private async followStream(
    guard: (manager: EntityManager) => Promise<void>,
    signal: AbortSignal,
    attempt: (what: string, work: () => Promise<unknown>) => Promise<void>,
  ): Promise<void> {
    let gathered: PointValue[] = [];
    const handlers = { onValue: (value: PointValue) => void gathered.push(value), onAlarm: () => undefined };
    const unwatch = this.connection.watch();
    const storing = repeat(GATHER_MS, signal, async () => {
      await attempt('The state of the gateway', () => this.connection.tell(guard));
      const values = gathered;
      gathered = [];
      if (values.length > 0) await attempt('Pushed values', () => this.values.accept(values, guard));
    });
    await Promise.all([storing, this.connection.stream(handlers, signal)]).finally(unwatch);
  }

  /** What fails is tried again at its next turn, from where it was; without the lease there is none. */
  private async attempt(what: string, work: () => Promise<unknown>, onLost: () => void): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof LeaseLostError) onLost();
      else this.logger.warn({ err: error }, `${what} could not be taken in; trying again`);
    }
  }
}
