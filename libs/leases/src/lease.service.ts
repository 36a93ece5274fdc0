import { setTimeout as pause } from 'node:timers/promises';
import { isDoneWithin, newId } from '@app/kernel';
import { Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { HeldLease } from './held-lease';
import { LEASE_TIMING, type Lease, type LeaseTiming } from './lease';
import { acquireLease } from './lease.queries';

/** Runs while the lease is held, and must end soon after its signal is aborted. */
export type LeasedWork = (lease: Lease, signal: AbortSignal) => Promise<void>;

/** How long leased work may take to end, and the leases to be released, when the process ends. */
const END_MS = 9000;
const RELEASE_MS = 1000;
/** After so many validities without news a lease counts as lost. */
const LOST_AFTER = 2;

/** Leases of this process, for work that only one process may do at a time. */
export class LeaseService implements OnModuleDestroy {
  private readonly logger = new Logger(LeaseService.name);
  private readonly stopped = new AbortController();
  private readonly held = new Set<HeldLease>();
  private readonly holds = new Set<Promise<void>>();
  /** When the database last said who holds the lease, by the name of the hold. */
  private readonly seenAtMs = new Map<string, number>();
  private ended: Promise<void> | undefined;

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

  /** The holds that are neither held here nor by another process, for example because the database is unreachable. */
  get lost(): string[] {
    const nowMs = performance.now();
    const limitMs = LOST_AFTER * this.timing.ttlMs;
    return [...this.seenAtMs]
      .filter(([name, seenAtMs]) => !this.holdsNow(name) && nowMs - seenAtMs > limitMs)
      .map(([name]) => name);
  }

  onModuleDestroy(): Promise<void> {
    return (this.ended ??= this.end());
  }

  /** Work that does not end in time is left behind: its lease expires, and what it still writes is refused. */
  private async end(): Promise<void> {
    this.stopped.abort();
    if (!(await isDoneWithin(END_MS, Promise.all(this.holds)))) {
      this.logger.warn('Work under a lease did not end in time; its lease will run out.');
    }
    await isDoneWithin(RELEASE_MS, Promise.all([...this.held].map((lease) => lease.release())));
  }

  private holdsNow(name: string): boolean {
    return [...this.held].some((lease) => lease.name === name);
  }

  private async keepHolding(name: string, work: LeasedWork, stopped: AbortSignal): Promise<void> {
    this.seenAtMs.set(name, performance.now());
    while (!stopped.aborted) {
      const lease = await this.compete(name);
      if (lease) await this.workUnder(lease, work, stopped);
      // Rejects only because the hold was stopped.
      await pause(this.timing.retryEveryMs, undefined, { signal: stopped }).catch(() => undefined);
    }
    this.seenAtMs.delete(name);
  }

  private async compete(name: string): Promise<HeldLease | null> {
    try {
      const lease = await this.tryAcquire(name);
      this.seenAtMs.set(name, performance.now());
      return lease;
    } catch (error) {
      this.logger.warn({ err: error, lease: name }, 'A lease could not be asked for; trying again.');
      return null;
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
