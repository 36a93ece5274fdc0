import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { Lease, LeaseTiming } from './lease';
import { releaseLease, renewLease } from './lease.queries';

/** A lease that this process holds and renews until it is released or lost. */
export class HeldLease implements Lease {
  readonly name: string;
  readonly holder: string;
  readonly epoch: number;

  private readonly logger = new Logger(HeldLease.name);
  private readonly ended = new AbortController();
  private renewTimer: NodeJS.Timeout;
  private expiryTimer: NodeJS.Timeout;
  private renewal: Promise<void> = Promise.resolve();

  constructor(
    lease: Lease,
    private readonly dataSource: DataSource,
    private readonly timing: LeaseTiming,
    /**
     * The value of `performance.now()` just before the last request that the database granted. The validity that is
     * stored in the row starts at or after this time.
     */
    public confirmedAtMs: number,
  ) {
    this.name = lease.name;
    this.holder = lease.holder;
    this.epoch = lease.epoch;
    this.armExpiry();
    this.scheduleRenewal();
  }

  /** Aborted when the lease is lost or released. */
  get signal(): AbortSignal {
    return this.ended.signal;
  }

  /** Releases the lease. If the database is unreachable, the lease expires by itself. */
  async release(): Promise<void> {
    if (this.signal.aborted) return;
    this.end();
    await this.renewal;
    try {
      await releaseLease(this.dataSource.manager, this);
    } catch (error) {
      this.logger.warn(
        { err: error, lease: this.name },
        'A lease could not be released. It will expire by itself.',
      );
    }
  }

  private end(): void {
    clearTimeout(this.renewTimer);
    clearTimeout(this.expiryTimer);
    this.ended.abort();
  }

  private lose(reason: string): void {
    if (this.signal.aborted) return;
    this.logger.warn({ lease: this.name, epoch: this.epoch }, `A lease was lost: ${reason}.`);
    this.end();
  }

  /** Lets the lease also expire by the clock of this process, because the database may not respond. */
  private armExpiry(): void {
    clearTimeout(this.expiryTimer);
    const leftMs = this.confirmedAtMs + this.timing.ttlMs - performance.now();
    this.expiryTimer = setTimeout(() => this.lose('it was not renewed in time'), Math.max(0, leftMs));
  }

  private scheduleRenewal(): void {
    this.renewTimer = setTimeout(() => {
      this.renewal = this.renew();
    }, this.timing.renewEveryMs);
  }

  private async renew(): Promise<void> {
    const sentAtMs = performance.now();
    try {
      const renewed = await renewLease(this.dataSource.manager, this, this.timing.ttlMs);
      if (this.signal.aborted) return;
      if (!renewed) return this.lose('another process holds it, or it has expired');
      this.confirmedAtMs = sentAtMs;
      this.armExpiry();
    } catch (error) {
      this.logger.warn(
        { err: error, lease: this.name },
        'A lease could not be renewed. The renewal is retried.',
      );
    }
    if (!this.signal.aborted) this.scheduleRenewal();
  }
}
