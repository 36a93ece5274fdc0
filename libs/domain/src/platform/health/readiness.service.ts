import { isDoneWithin } from '@app/kernel';
import { QueueHealth } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GatewayReportsService, type KnownGatewayState } from './gateway-reports.service';

/** Maximum time for each check. */
const TIMEOUT_MS = 1500;

export interface Reachability {
  reachable: boolean;
  /** Response time in milliseconds; null if there was no response. */
  latencyMs: number | null;
}

export interface Readiness {
  /** An unreachable gateway is not counted as a failure, because the platform works without it for a while. */
  status: 'ready' | 'unavailable';
  /** False until the process has completed the preparations of its start. */
  started: boolean;
  database: Reachability;
  queue: Reachability;
  gateway: KnownGatewayState;
}

/** Checks whether this process can do its work. */
@Injectable()
export class ReadinessService {
  private started = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: QueueHealth,
    private readonly gateway: GatewayReportsService,
  ) {}

  /** The process already accepts connections, but is not ready until `completeStart` is called. */
  beginStart(): void {
    this.started = false;
  }

  completeStart(): void {
    this.started = true;
  }

  /** Checks the database and the queue. Never takes much longer than `TIMEOUT_MS`, even if a server hangs. */
  async readiness(): Promise<Readiness> {
    const [database, queue] = await Promise.all([this.askDatabase(), this.queue.check(TIMEOUT_MS)]);
    const isReady = this.started && database.reachable && queue.reachable;
    return {
      status: isReady ? 'ready' : 'unavailable',
      started: this.started,
      database,
      queue,
      gateway: this.gateway.current(),
    };
  }

  private async askDatabase(): Promise<Reachability> {
    const askedAtMs = performance.now();
    const reachable = await isDoneWithin(TIMEOUT_MS, this.dataSource.query('SELECT 1'));
    return { reachable, latencyMs: reachable ? Math.round(performance.now() - askedAtMs) : null };
  }
}
