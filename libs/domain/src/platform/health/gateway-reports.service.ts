import { type GatewayStateReported, gatewayStateReported } from '@app/contracts';
import { EventBus } from '@app/events';
import { GatewayClient } from '@app/gateway-client';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** An older report no longer describes the current state of the gateway. */
const REPORT_VALID_MS = 15_000;

export type KnownGatewayState = Omit<GatewayStateReported, 'breaker'> & {
  /** `unknown` if no worker has reported lately. */
  breaker: GatewayStateReported['breaker'] | 'unknown';
};

/**
 * Shares the state of the gateway with every process. One worker reads from the gateway and reports its state; the
 * other processes hardly call the gateway.
 */
@Injectable()
export class GatewayReportsService implements OnModuleInit {
  private last: GatewayStateReported | undefined;
  private receivedAtMs = 0;
  private ownChangedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly bus: EventBus,
    private readonly gateway: GatewayClient,
  ) {}

  onModuleInit(): void {
    this.bus.subscribe(gatewayStateReported, (report) => {
      this.last = report;
      this.receivedAtMs = performance.now();
    });
    this.gateway.onStateChange(() => {
      this.ownChangedAtMs = performance.now();
    });
  }

  /** Sends the state of the gateway client in this process to all processes. */
  report(): void {
    this.bus.publish(gatewayStateReported, this.own());
  }

  current(): KnownGatewayState {
    const own = this.own();
    const isRecent = performance.now() - this.receivedAtMs < REPORT_VALID_MS;
    const report = isRecent ? this.last : undefined;
    // Compare the state of this process with the reported one, and use the newer. This process rarely calls the
    // gateway, so its own circuit breaker may stay open long after the gateway is reachable again.
    if (own.breaker !== 'closed' && (!report || this.ownChangedAtMs > this.receivedAtMs)) return own;
    return report ?? { ...own, breaker: 'unknown' };
  }

  /**
   * The state of the gateway client in this process. The failure's message is left out, because it may contain
   * addresses inside the network.
   */
  private own(): GatewayStateReported {
    const { breaker, lastSuccessAt, lastFailure } = this.gateway.state();
    return {
      breaker,
      lastSuccessAt,
      lastFailure: lastFailure && { code: lastFailure.code, at: lastFailure.at },
    };
  }
}
