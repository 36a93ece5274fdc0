import { isDoneWithin, linkedSignal, newId, repeatUntilAborted } from '@app/kernel';
import { type BeforeApplicationShutdown, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { HeldLease } from './held-lease';
import { LEASE_TIMING, type Lease, type LeaseTiming } from './lease';
import { acquireLease } from './lease.queries';

/** Work that runs while the lease is held. It must end soon after its signal is aborted. */
export type LeasedWork = (lease: Lease, signal: AbortSignal) => Promise<void>;

/** How long the shutdown waits for work under a lease to end, and for leases to be released. */
const END_MS = 9000;
const RELEASE_MS = 1000;
/** A lease counts as lost if the database has confirmed no holder for this multiple of its validity. */
const LOST_AFTER = 2;

/** Acquires and holds leases, for work that only one process may do at a time. */
export class LeaseService implements OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(LeaseService.name);
  private readonly stopped = new AbortController();
  private readonly held = new Set<HeldLease>();
  private readonly holds = new Set<Promise<void>>();
  /** For each lease that `hold` acquires: when the database last confirmed that any process holds it. */
  private readonly seenAtMs = new Map<string, number>();
  private ended: Promise<void> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly timing: LeaseTiming = LEASE_TIMING,
  ) {}

  /** Acquires the lease and renews it until it is released or lost. Returns null if another process holds it. */
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
    held.signal.addEventListener('abort', () => this.hasEnded(held), { once: true });
    return held;
  }

  /**
   * Runs `work` under the lease if no other process holds the lease. If `work` fails because its signal was aborted,
   * the error is dropped, because the next run completes the work.
   * @returns false if another process holds the lease
   * @throws errors of `work` while the lease was held
   */
  async tryRun(name: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    const lease = await this.tryAcquire(name);
    if (!lease) return false;
    try {
      await work(lease.signal);
    } catch (error) {
      if (!lease.signal.aborted) throw error;
    } finally {
      await lease.release();
    }
    return true;
  }

  /**
   * Tries to acquire the lease, and runs `work` whenever this process holds it. Use it for work that one process must
   * always do. The signal of `work` is aborted when the lease is lost, `stop` is aborted or the service is shut down.
   * If `work` returns or throws earlier, the lease is released and this process tries to acquire it again. Resolves
   * when the work has ended after `stop` was aborted or the service was shut down.
   */
  hold(name: string, work: LeasedWork, stop?: AbortSignal): Promise<void> {
    const stopped = linkedSignal([this.stopped.signal, ...(stop ? [stop] : [])]);
    const hold = this.keepHolding(name, work, stopped.signal).finally(() => {
      stopped.release();
      this.holds.delete(hold);
    });
    this.holds.add(hold);
    return hold;
  }

  /**
   * The names of the leases that `hold` acquires but no process seems to hold, for example because the database is
   * unreachable.
   */
  get lost(): string[] {
    const nowMs = performance.now();
    const limitMs = LOST_AFTER * this.timing.ttlMs;
    return [...this.seenAtMs]
      .filter(([name, seenAtMs]) => !this.holdsNow(name) && nowMs - seenAtMs > limitMs)
      .map(([name]) => name);
  }

  /** Ends all calls of `hold`. Leases that jobs have acquired stay held, because the jobs may still be running. */
  onModuleDestroy(): Promise<void> {
    return (this.ended ??= this.end());
  }

  /** Releases the remaining leases. The jobs have ended in an earlier phase of the shutdown. */
  async beforeApplicationShutdown(): Promise<void> {
    await isDoneWithin(RELEASE_MS, Promise.all([...this.held].map((lease) => lease.release())));
  }

  /**
   * Ends the work under leases. Work that does not end in time is abandoned. Its lease then expires, and its later
   * writes are refused.
   */
  private async end(): Promise<void> {
    this.stopped.abort();
    if (await isDoneWithin(END_MS, Promise.all(this.holds))) return;
    this.logger.warn('Work under a lease did not end in time. Its lease will expire.');
  }

  private hasEnded(lease: HeldLease): void {
    this.held.delete(lease);
    if (this.seenAtMs.has(lease.name)) this.seenAtMs.set(lease.name, lease.confirmedAtMs);
  }

  private holdsNow(name: string): boolean {
    return [...this.held].some((lease) => lease.name === name);
  }

  private async keepHolding(name: string, work: LeasedWork, stopped: AbortSignal): Promise<void> {
    this.seenAtMs.set(name, performance.now());
    await repeatUntilAborted(stopped, async () => {
      const lease = await this.compete(name);
      if (lease) await this.workUnder(lease, work, stopped);
      return this.timing.retryEveryMs;
    });
    this.seenAtMs.delete(name);
  }

  private async compete(name: string): Promise<HeldLease | null> {
    try {
      const lease = await this.tryAcquire(name);
      this.seenAtMs.set(name, performance.now());
      return lease;
    } catch (error) {
      this.logger.warn(
        { err: error, lease: name },
        'A lease could not be requested. The request is retried.',
      );
      return null;
    }
  }

  private async workUnder(lease: HeldLease, work: LeasedWork, stopped: AbortSignal): Promise<void> {
    const linked = linkedSignal([lease.signal, stopped]);
    const { signal } = linked;
    try {
      if (!signal.aborted) await work(lease, signal);
    } catch (error) {
      // If the work was aborted, its error is expected and not logged.
      if (!signal.aborted) {
        this.logger.error({ err: error, lease: lease.name }, 'Work under a lease failed and is retried.');
      }
    }
    // The release also aborts the signal, because the work may have left something running.
    await lease.release();
    linked.release();
  }
}
