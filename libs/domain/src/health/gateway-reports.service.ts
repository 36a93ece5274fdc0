import { type GatewayStateReported, gatewayStateReported } from '@app/contracts';
import { EventBus } from '@app/events';
import { GatewayClient } from '@app/gateway-client';
import { Injectable, type OnModuleInit } from '@nestjs/common';

/** A report older than this says nothing about the gateway any more. */
const BELIEVED_MS = 15_000;

export type KnownGatewayState = Omit<GatewayStateReported, 'breaker'> & {
  /** `unknown` if no worker has reported lately. */
  breaker: GatewayStateReported['breaker'] | 'unknown';
};

/** The state of the gateway in every process: one worker reads from it and reports; the others hardly call it. */
@Injectable()
export class GatewayReports implements OnModuleInit {
  private last: GatewayStateReported | undefined;
  private receivedAtMs = 0;

  constructor(
    private readonly bus: EventBus,
    private readonly gateway: GatewayClient,
  ) {}

  onModuleInit(): void {
    this.bus.subscribe(gatewayStateReported, (report) => {
      this.last = report;
      this.receivedAtMs = performance.now();
    });
  }

  /** Sends the state of this process's own client to all processes. */
  report(): void {
    this.bus.publish(gatewayStateReported, this.own());
  }

  current(): KnownGatewayState {
    const own = this.own();
    // This process has just found out for itself.
    if (own.breaker !== 'closed') return own;
    const isRecent = performance.now() - this.receivedAtMs < BELIEVED_MS;
    return this.last && isRecent ? this.last : { ...own, breaker: 'unknown' };
  }

  /** Without the failure's message, which may name addresses inside the network. */
  private own(): GatewayStateReported {
    const { breaker, lastSuccessAt, lastFailure } = this.gateway.state();
    return {
      breaker,
      lastSuccessAt,
      lastFailure: lastFailure && { code: lastFailure.code, at: lastFailure.at },
    };
  }
}
