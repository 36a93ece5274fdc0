/**
 * `closed`: the gateway is called. `open`: it failed too often and is left alone for a while. `half_open`: that while is
 * over and one call tries it.
 */
export type BreakerState = 'closed' | 'open' | 'half_open';

/** From `closed` to `open` the gateway was lost; anything to `closed`: it is back. */
export interface BreakerChange {
  from: BreakerState;
  to: BreakerState;
}

/** How this process gets on with the gateway. */
export interface GatewayState {
  breaker: BreakerState;
  /** ISO 8601 UTC; null before the first answer. */
  lastSuccessAt: string | null;
  lastFailure: { code: string; message: string; at: string } | null;
}
