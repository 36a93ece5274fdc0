import { inTransaction, type WriteGuard } from '@app/entities';
import { type BreakerChange, GatewayClient, type GatewayStreamHandlers } from '@app/gateway-client';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GatewayReportsService } from '../../platform/health/gateway-reports.service';
import type { Occurrence } from '../../platform/occurrences/occurrence';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';

/** The payload that workflows get when the gateway is lost or reachable again. */
export interface GatewayStateChange {
  /** ISO 8601 UTC. */
  timestamp: string;
  /** The last failure; null if there was none. */
  failure: { code: string; message: string } | null;
}

/** Follows the gateway's event stream, and records each time that the gateway is lost or reachable again. */
@Injectable()
export class GatewayConnectionService {
  private isLost = false;
  /** Changes that are not recorded yet, oldest first. */
  private changes: Occurrence[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: GatewayClient,
    private readonly occurrences: OccurrencesService,
    private readonly clock: Clock,
    private readonly reports: GatewayReportsService,
  ) {}

  /** See `GatewayClient.stream`. */
  stream(handlers: GatewayStreamHandlers, signal: AbortSignal): Promise<void> {
    return this.gateway.stream(handlers, signal);
  }

  /** Reports the state of the gateway to all processes. */
  report(): void {
    this.reports.report();
  }

  /**
   * Starts to record each time that the gateway is lost or reachable again. The state of the gateway at the start is
   * not recorded.
   * @returns a function that stops the recording
   */
  watch(): () => void {
    this.isLost = this.gateway.state().breaker !== 'closed';
    this.changes = [];
    return this.gateway.onStateChange((change) => this.note(change));
  }

  /** Records pending changes. Changes that cannot be recorded are kept. */
  async recordChanges(guard: WriteGuard | undefined): Promise<void> {
    const noted = [...this.changes];
    if (noted.length === 0) return;
    await inTransaction(this.dataSource, async (manager) => {
      await guard?.(manager);
      await this.occurrences.record(manager, noted);
    });
    this.changes = this.changes.slice(noted.length);
    this.occurrences.announce();
  }

  /** The circuit breaker's trial call does not change the state: the gateway counts as lost until it responds. */
  private note({ to }: BreakerChange): void {
    if (to === 'half_open' || this.isLost === (to === 'open')) return;
    this.isLost = to === 'open';
    const { lastFailure } = this.gateway.state();
    const payload: GatewayStateChange = {
      timestamp: this.clock.now().toISOString(),
      failure: lastFailure && { code: lastFailure.code, message: lastFailure.message },
    };
    const name = this.isLost ? 'gateway.disconnected' : 'gateway.connected';
    this.changes.push({ kind: 'event', name, payload });
  }
}
