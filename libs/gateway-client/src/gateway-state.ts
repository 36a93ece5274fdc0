/**
 * `closed`: the gateway is called. `open`: the gateway failed too often and is not called for a while. `half_open`: one
 * call tests whether the gateway works again.
 */
export type BreakerState = 'closed' | 'open' | 'half_open';

/**
 * A change from `closed` to `open` means that the gateway was lost. A change from any state to `closed` means that it
 * is back.
 */
export interface BreakerChange {
  from: BreakerState;
  to: BreakerState;
}

/** The state of a gateway as this process sees it. */
export interface GatewayState {
  breaker: BreakerState;
  /** When the breaker's state last changed, by `performance.now()`. Minus infinity if it never changed. */
  changedAtMs: number;
  /** When the last call succeeded, ISO 8601 UTC. Null before the first answer. */
  lastSuccessAt: string | null;
  lastFailure: { code: string; message: string; at: string } | null;
}
