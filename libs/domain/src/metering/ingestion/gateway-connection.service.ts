import { inTransaction, type WriteGuard } from '@app/entities';
import type { BreakerChange, ListedGateway } from '@app/gateway-client';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { GatewayReportsService } from '../../platform/health/gateway-reports.service';
import type { Occurrence } from '../../platform/occurrences/occurrence';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';

/** The payload that workflows get when a gateway is lost or reachable again. */
export interface GatewayStateChange {
  gatewayId: number;
  gatewayName: string;
  /** ISO 8601 UTC. */
  timestamp: string;
  /** The last failure; null if there was none. */
  failure: { code: string; message: string } | null;
}

/** Records each time that a gateway is lost or reachable again. */
@Injectable()
export class GatewayConnectionService {
  /** Changes that are not recorded yet, oldest first. */
  private changes: Occurrence[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly occurrences: OccurrencesService,
    private readonly clock: Clock,
    private readonly reports: GatewayReportsService,
  ) {}

  /** Reports the states of the gateways to all processes. */
  report(): Promise<void> {
    return this.reports.report();
  }

  /** Forgets changes that could not be recorded, because another process watches now. */
  forget(): void {
    this.changes = [];
  }

  /**
   * Starts to record each time that a gateway is lost or reachable again. Its state at the start is not recorded. The
   * trial call of the circuit breaker does not change the state: the gateway counts as lost until it responds.
   * @returns a function that stops the recording
   */
  watch(gateway: ListedGateway): () => void {
    const { client } = gateway;
    let isLost = client.state().breaker !== 'closed';
    return client.onStateChange(({ to }: BreakerChange) => {
      if (to === 'half_open' || isLost === (to === 'open')) return;
      isLost = to === 'open';
      const { lastFailure } = client.state();
      const payload: GatewayStateChange = {
        gatewayId: gateway.settings.id,
        gatewayName: gateway.settings.name,
        timestamp: this.clock.now().toISOString(),
        failure: lastFailure && { code: lastFailure.code, message: lastFailure.message },
      };
      this.changes.push({
        kind: 'event',
        name: isLost ? 'gateway.disconnected' : 'gateway.connected',
        payload,
      });
    });
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
}
