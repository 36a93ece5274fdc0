import { Injectable } from '@nestjs/common';
import { QueueMonitor } from './queue-monitor';

export interface QueueState {
  reachable: boolean;
  /** Response time in milliseconds; null if there was no response. */
  latencyMs: number | null;
}

@Injectable()
export class QueueHealth {
  constructor(private readonly monitor: QueueMonitor) {}

  /** Checks the queue's server. Never rejects, and never takes much longer than `timeoutMs`. */
  async check(timeoutMs: number): Promise<QueueState> {
    const askedAtMs = performance.now();
    try {
      await this.monitor.ask(timeoutMs);
      return { reachable: true, latencyMs: Math.round(performance.now() - askedAtMs) };
    } catch {
      return { reachable: false, latencyMs: null };
    }
  }
}
