import { inTransaction } from '@app/entities';
import { type BreakerChange, GatewayClient, type GatewayStreamHandlers } from '@app/gateway-client';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { IntakeOptions } from '../energy/reading-intake.service';
import { GatewayReports } from '../health/gateway-reports.service';
import type { Occurrence } from '../occurrences/occurrence';
import { OccurrencesService } from '../occurrences/occurrences.service';

type Guard = IntakeOptions['guard'];

/** What workflows are told of a gateway that was lost, or is back. */
export interface GatewayStateChange {
  /** ISO 8601 UTC. */
  timestamp: string;
  /** The last failure; null where there was none. */
  failure: { code: string; message: string } | null;
}

/** The line to the gateway: what it pushes, and whether it is there. */
@Injectable()
export class GatewayConnectionService {
  private isLost = false;
  /** Not recorded yet, oldest first. */
  private changes: Occurrence[] = [];

  constructor(
    private readonly dataSource: DataSource,
    private readonly gateway: GatewayClient,
    private readonly occurrences: OccurrencesService,
    private readonly clock: Clock,
    private readonly reports: GatewayReports,
  ) {}

  /** See `GatewayClient.stream`. */
  stream(handlers: GatewayStreamHandlers, signal: AbortSignal): Promise<void> {
    return this.gateway.stream(handlers, signal);
  }

  /** Tells all processes how the gateway is. */
  report(): void {
    this.reports.report();
  }

  /**
   * Notes from now on when the gateway is lost and when it is back. How it is at the beginning is no change.
   * @returns the way to stop
   */
  watch(): () => void {
    this.isLost = this.gateway.state().breaker !== 'closed';
    this.changes = [];
    return this.gateway.onStateChange((change) => this.note(change));
  }

  /** Records what was noted; what could not be recorded is kept. */
  async tell(guard: Guard): Promise<void> {
    const noted = [...this.changes];
    if (noted.length === 0) return;
    await inTransaction(this.dataSource, async (manager) => {
      await guard?.(manager);
      await this.occurrences.record(manager, noted);
    });
    this.changes = this.changes.slice(noted.length);
    this.occurrences.announce();
  }

  /** One that is only tried stays lost, whatever comes of it. */
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
