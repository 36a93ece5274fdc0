import { GatewayClient } from '@app/gateway-client';
import { QueueHealth } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ReachabilityDto, ReadyDto } from './health.dto';

/** How long each part may take to answer. */
const TIMEOUT_MS = 1500;

@Injectable()
export class HealthService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: QueueHealth,
    private readonly gateway: GatewayClient,
  ) {}

  /** What this process depends on. Never takes much longer than `TIMEOUT_MS`, whatever hangs. */
  async readiness(): Promise<ReadyDto> {
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

  private async askDatabase(): Promise<ReachabilityDto> {
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
