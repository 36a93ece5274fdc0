import { isDoneWithin } from '@app/kernel';
import { QueueHealth } from '@app/queue';
import { FileStore } from '@app/storage';
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

export interface StorageState {
  /** False from a failed write of this process to its next successful one. */
  writable: boolean;
  /** The last failed write if `writable` is false. */
  lastFailure: { code: string; at: string } | null;
}

export interface Readiness {
  /** A failing gateway or file store does not count, because most of the platform works without them. */
  status: 'ready' | 'unavailable';
  /** False until the process has completed the preparations of its start. */
  started: boolean;
  database: Reachability;
  queue: Reachability;
  storage: StorageState;
  gateway: KnownGatewayState;
}

/** Checks whether this process can do its work. */
@Injectable()
export class ReadinessService {
  private started = true;

  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: QueueHealth,
    private readonly files: FileStore,
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
      storage: this.storage(),
      gateway: this.gateway.current(),
    };
  }

  private storage(): StorageState {
    const failure = this.files.lastFailure();
    const lastFailure = failure && { code: failure.code, at: failure.at.toISOString() };
    return { writable: failure === null, lastFailure };
  }

  private async askDatabase(): Promise<Reachability> {
    const askedAtMs = performance.now();
    const reachable = await isDoneWithin(TIMEOUT_MS, this.dataSource.query('SELECT 1'));
    return { reachable, latencyMs: reachable ? Math.round(performance.now() - askedAtMs) : null };
  }
}
