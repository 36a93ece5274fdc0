import { defineEvent } from '../define-event';

/** The state of the gateway, as seen by the worker that reads from it. Sent every few seconds. */
export interface GatewayStateReported {
  breaker: 'closed' | 'open' | 'half_open';
  /** ISO 8601 UTC; null before the first answer. */
  lastSuccessAt: string | null;
  lastFailure: { code: string; at: string } | null;
}

export const gatewayStateReported = defineEvent<GatewayStateReported>('gateway-state-reported');
