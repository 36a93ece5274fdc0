import { type GatewayStateReported, gatewayStateReported } from '@app/contracts';
import { MAIN_GATEWAY } from '@app/entities';
import { EventBus } from '@app/events';
import { Gateways, type SingleGateway } from '@app/gateway-client';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** An older report no longer describes the current state of a gateway. */
const REPORT_VALID_MS = 15_000;

export type KnownGatewayState = Omit<GatewayStateReported, 'gatewayId' | 'breaker'> & {
  /** `unknown` if no worker has reported lately. */
  breaker: GatewayStateReported['breaker'] | 'unknown';
};

/**
 * Shares the states of the gateways with every process. One worker reads from the gateways and reports their states;
 * the other processes hardly call the gateways.
 */
@Injectable()
export class GatewayReportsService implements OnModuleInit {
  private readonly reports = new Map<number, { report: GatewayStateReported; receivedAtMs: number }>();

  constructor(
    private readonly bus: EventBus,
    private readonly gateways: Gateways,
  ) {}

  onModuleInit(): void {
    this.bus.subscribe(gatewayStateReported, (report) => {
      this.reports.set(report.gatewayId, { report, receivedAtMs: performance.now() });
    });
  }

  /** Sends the states of the gateway clients in this process to all processes. */
  async report(): Promise<void> {
    for (const { settings, client } of await this.gateways.enabled())
      this.bus.publish(gatewayStateReported, { gatewayId: settings.id, ...stateOf(client) });
  }

  /** The state of the gateway of the environment. */
  current(): KnownGatewayState {
    return this.currentOf(MAIN_GATEWAY, this.gateways.main);
  }

  currentOf(gatewayId: number, client: SingleGateway): KnownGatewayState {
    const own = stateOf(client);
    const { report, receivedAtMs = 0 } = this.reports.get(gatewayId) ?? {};
    const recent = report && performance.now() - receivedAtMs < REPORT_VALID_MS ? report : undefined;
    // Compare the state of this process with the reported one, and use the newer. This process rarely calls the
    // gateway, so its own circuit breaker may stay open long after the gateway is reachable again.
    if (own.breaker !== 'closed' && (!recent || client.state().changedAtMs > receivedAtMs)) return own;
    if (!recent) return { ...own, breaker: 'unknown' };
    const { breaker, lastSuccessAt, lastFailure } = recent;
    return { breaker, lastSuccessAt, lastFailure };
  }
}

/**
 * The state of a gateway client in this process. The failure's message is left out, because it may contain addresses
 * inside the network.
 */
function stateOf(client: SingleGateway): Omit<GatewayStateReported, 'gatewayId'> {
  const { breaker, lastSuccessAt, lastFailure } = client.state();
  return {
    breaker,
    lastSuccessAt,
    lastFailure: lastFailure && { code: lastFailure.code, at: lastFailure.at },
  };
}
