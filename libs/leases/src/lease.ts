/** The right to do, alone among all processes, what `name` stands for. */
export interface Lease {
  readonly name: string;
  /** Unique to one acquisition's owner. */
  readonly holder: string;
  /** Grows with every change of holder; what a former holder writes carries a smaller one. */
  readonly epoch: number;
}

/** Another holds the lease by now, or it ran out: nothing of this transaction may be written. */
export class LeaseLostError extends Error {
  constructor(readonly lease: Lease) {
    super(`The lease "${lease.name}" (epoch ${lease.epoch}) is no longer held.`);
    this.name = 'LeaseLostError';
  }
}

export interface LeaseTiming {
  /** How long a lease is valid after it was last renewed, by the database's clock. */
  readonly ttlMs: number;
  readonly renewEveryMs: number;
  /** How often `hold` tries again for a lease that another has. */
  readonly retryEveryMs: number;
}

/** After a kill -9 of the holder, another takes over within `ttlMs` + `retryEveryMs`. */
export const LEASE_TIMING: LeaseTiming = { ttlMs: 6000, renewEveryMs: 2000, retryEveryMs: 1000 };
