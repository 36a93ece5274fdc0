import { isDoneWithin } from '@app/kernel';
import { QueueHealth } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GatewayReports, type KnownGatewayState } from './gateway-reports.service';

/** How long each part may take to answer. */
const TIMEOUT_MS = 1500;

export interface Reachability {
  reachable: boolean;
  /** Time to the answer in milliseconds; null if there was none. */
  latencyMs: number | null;
}

export interface Readiness {
  /** A failing gateway does not count: the service works without it for a while. */
  status: 'ready' | 'unavailable';
  /** False until the process has prepared what it needs at its first start. */
  started: boolean;
  database: Reachability;
  queue: Reachability;
  gateway: KnownGatewayState;
}

/** Whether this process can do its work. */
@Injectable()
export class ReadinessService {
  private started = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: QueueHealth,
    private readonly gateway: GatewayReports,
  ) {}

  /** The process listens already, and is not ready before `completeStart`. */
  beginStart(): void {
    this.started = false;
  }

  completeStart(): void {
    this.started = true;
  }

  /** Never takes much longer than `TIMEOUT_MS`, even if a server hangs. */
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
