import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@app/kernel';
import { Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { HeldLease } from './held-lease';
import { LEASE_TIMING, type Lease, type LeaseTiming } from './lease';
import { acquireLease } from './lease.queries';

/** Runs while the lease is held, and must end soon after its signal is aborted. */
export type LeasedWork = (lease: Lease, signal: AbortSignal) => Promise<void>;

/** Leases of this process, for work that only one process may do at a time. */
export class LeaseService implements OnModuleDestroy {
  private readonly logger = new Logger(LeaseService.name);
  private readonly stopped = new AbortController();
  private readonly held = new Set<HeldLease>();
  private readonly holds = new Set<Promise<void>>();

  constructor(
    private readonly dataSource: DataSource,
    private readonly timing: LeaseTiming = LEASE_TIMING,
  ) {}

  /** Acquire the lease and renew it until it is released or lost. Null if another process holds it. */
  async tryAcquire(name: string): Promise<HeldLease | null> {
    const askedAtMs = performance.now();
    const lease = await acquireLease(this.dataSource.manager, {
      name,
      holder: newId(),
      ttlMs: this.timing.ttlMs,
    });
    if (!lease) return null;
    const held = new HeldLease(lease, this.dataSource, this.timing, askedAtMs);
    this.held.add(held);
    held.signal.addEventListener('abort', () => this.held.delete(held), { once: true });
    return held;
  }

  /**
   * Run `work` whenever this process holds the lease, and compete for the lease otherwise: for work that one process
   * must always do. The signal of `work` is aborted when the lease is lost or the hold is stopped. When `work` returns
   * or throws earlier, the lease is released and competed for again. Resolves after `stop` is aborted, or the service
   * is shut down, and the work has ended.
   */
  hold(name: string, work: LeasedWork, stop?: AbortSignal): Promise<void> {
    const stopped = AbortSignal.any([this.stopped.signal, ...(stop ? [stop] : [])]);
    const hold = this.keepHolding(name, work, stopped).finally(() => this.holds.delete(hold));
    this.holds.add(hold);
    return hold;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await Promise.all(this.holds);
    await Promise.all([...this.held].map((lease) => lease.release()));
  }

  private async keepHolding(name: string, work: LeasedWork, stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      const lease = await this.tryAcquire(name).catch((error: unknown) => {
        this.logger.warn({ err: error, lease: name }, 'A lease could not be asked for; trying again.');
        return null;
      });
      if (lease) await this.workUnder(lease, work, stopped);
      // Rejects only because the hold was stopped.
      await pause(this.timing.retryEveryMs, undefined, { signal: stopped }).catch(() => undefined);
    }
  }

  private async workUnder(lease: HeldLease, work: LeasedWork, stopped: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([lease.signal, stopped]);
    try {
      if (!signal.aborted) await work(lease, signal);
    } catch (error) {
      // Aborted work may throw.
      if (!signal.aborted) {
        this.logger.error({ err: error, lease: lease.name }, 'Work under a lease failed; trying again.');
      }
    }
    await lease.release();
  }
}
