import { GatewayClient, type GatewayState } from '@app/gateway-client';
import { QueueHealth } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** How long each part may take to answer. */
const TIMEOUT_MS = 1500;

export interface Reachability {
  reachable: boolean;
  /** How long the answer took; null where none came. */
  latencyMs: number | null;
}

export interface Readiness {
  /** A gateway that fails does not count: the service does its work without it for a while. */
  status: 'ready' | 'unavailable';
  database: Reachability;
  queue: Reachability;
  gateway: Pick<GatewayState, 'breaker' | 'lastSuccessAt'> & {
    lastFailure: { code: string; at: string } | null;
  };
}

/** Whether this process can do its work. */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: QueueHealth,
    private readonly gateway: GatewayClient,
  ) {}

  /** Never takes much longer than `TIMEOUT_MS`, whatever hangs. */
  async readiness(): Promise<Readiness> {
    const [database, queue] = await Promise.all([this.askDatabase(), this.queue.check(TIMEOUT_MS)]);
    const { breaker, lastSuccessAt, lastFailure } = this.gateway.state();
    return {
      status: database.reachable && queue.reachable ? 'ready' : 'unavailable',
      database,
      queue,
      // Its message may name what is inside the network: whoever may ask here need not know.
      gateway: {
        breaker,
        lastSuccessAt,
        lastFailure: lastFailure && { code: lastFailure.code, at: lastFailure.at },
      },
    };
  }

  private async askDatabase(): Promise<Reachability> {
    const askedAtMs = performance.now();
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const tooLate = new Promise<never>((_resolve, reject) => {
      timeout.addEventListener('abort', () => reject(timeout.reason as Error), { once: true });
    });
    try {
      await Promise.race([this.dataSource.query('SELECT 1'), tooLate]);
      return { reachable: true, latencyMs: Math.round(performance.now() - askedAtMs) };
    } catch {
      return { reachable: false, latencyMs: null };
    }
  }
}
