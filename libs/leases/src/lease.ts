/** The exclusive right of one process to do the work called `name`. */
export interface Lease {
  readonly name: string;
  /** Unique for each acquisition. */
  readonly holder: string;
  /** Increases whenever the holder changes, so writes of a former holder have a smaller epoch. */
  readonly epoch: number;
}

/** Thrown if the lease has expired or another process holds it. The transaction must not be committed. */
export class LeaseLostError extends Error {
  constructor(readonly lease: Lease) {
    super(`The lease "${lease.name}" (epoch ${lease.epoch}) is no longer held.`);
    this.name = 'LeaseLostError';
  }
}

export interface LeaseTiming {
  /** How long a lease is valid after each renewal, by the clock of the database. */
  readonly ttlMs: number;
  readonly renewEveryMs: number;
  /** How often `hold` tries to acquire a lease that another process holds. */
  readonly retryEveryMs: number;
}

/** If the holder is killed, another process takes over within `ttlMs` + `retryEveryMs`. */
export const LEASE_TIMING: LeaseTiming = { ttlMs: 6000, renewEveryMs: 2000, retryEveryMs: 1000 };
