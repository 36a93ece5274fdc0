import { executionStatusChanged } from '@app/contracts';
import { inTransaction } from '@app/entities';
import { EventBus, type Unsubscribe } from '@app/events';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { claimExecution, findClaimed, renewClaims } from './claims.queries';
import type { ExecutionRun } from './execution-run';
import { EXECUTION_TIMING, type ExecutionTiming } from './execution-timing';
import { WorkerIdentity } from './worker-identity';

interface Held {
  /** Of the job that it came by. */
  signal: AbortSignal;
  /** Once it is loaded. */
  run: ExecutionRun | null;
  sinceMs: number;
  /** The write after which it could not be claimed, when that was last tried. */
  refusedAfter?: number;
}

type Long = Held & { id: string; run: ExecutionRun };

/**
 * The executions that this worker has in hand. Those that take longer are claimed by it, again and again; and each is
 * let go of as soon as it is known that somebody has ended it, or another worker has it.
 */
@Injectable()
export class ExecutionsInHand implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ExecutionsInHand.name);
  private readonly held = new Map<string, Held>();
  private unsubscribe: Unsubscribe | undefined;
  private timer: NodeJS.Timeout | undefined;
  private looking = false;
  private renewedAtMs = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
    private readonly identity: WorkerIdentity,
    @Inject(EXECUTION_TIMING) private readonly timing: ExecutionTiming,
  ) {}

  onModuleInit(): void {
    this.unsubscribe = this.bus.subscribe(executionStatusChanged, ({ executionId, status }) => {
      // The bus may lose; what it lost is found by looking.
      if (status !== 'running') this.held.get(executionId)?.run?.lose();
    });
    this.timer = setInterval(() => void this.look(), this.timing.lookEveryMs).unref();
  }

  onApplicationShutdown(): void {
    this.unsubscribe?.();
    clearInterval(this.timer);
  }

  /** False where this worker has it in hand already. */
  take(id: string, signal: AbortSignal): boolean {
    if (this.held.has(id)) return false;
    this.held.set(id, { signal, run: null, sinceMs: performance.now() });
    return true;
  }

  attach(id: string, run: ExecutionRun): void {
    const held = this.held.get(id);
    if (held) held.run = run;
  }

  /** To be called when a job is to end: what came by it stops at its next boundary. */
  giveBack(signal: AbortSignal): void {
    for (const held of this.held.values()) if (held.signal === signal) held.run?.giveBack();
  }

  release(id: string): void {
    this.held.delete(id);
  }

  /** Looks after those that have been in hand for a while. Waits for nobody. */
  private async look(): Promise<void> {
    const long = this.long();
    if (this.looking || long.length === 0) return;
    this.looking = true;
    try {
      // What is claimed already first: its claim may run out.
      await this.renew(long.map(({ id }) => id));
      for (const held of long) if (!held.run.claimed) await this.claim(held);
      await this.letGo(long);
    } catch (error) {
      this.logger.warn({ err: error }, 'The executions in hand could not be looked after; tried again soon');
    } finally {
      this.looking = false;
    }
  }

  private long(): Long[] {
    const beforeMs = performance.now() - this.timing.lookEveryMs;
    const all = [...this.held].map(([id, held]) => Object.assign(held, { id }));
    return all.filter((held): held is Long => held.run !== null && held.sinceMs <= beforeMs);
  }

  private async claim(held: Long): Promise<void> {
    const { id, run } = held;
    const { version } = run;
    const { claimMs } = this.timing;
    if (await claimExecution(this.dataSource.manager, this.identity.id, { id, version }, claimMs)) {
      run.claimed = true;
    } else if (held.refusedAfter === version) run.lose();
    // It may just be writing: whether it is lost, the next look tells.
    else held.refusedAfter = version;
  }

  private async renew(ids: string[]): Promise<void> {
    if (performance.now() - this.renewedAtMs < this.timing.renewEveryMs) return;
    this.renewedAtMs = performance.now();
    await inTransaction(this.dataSource, (manager) =>
      renewClaims(manager, this.identity.id, ids, this.timing.claimMs),
    );
  }

  private async letGo(long: Long[]): Promise<void> {
    const ids = long.map(({ id }) => id);
    const own = await findClaimed(this.dataSource.manager, this.identity.id, ids);
    // One that has just come to a wait or to its end is not hurt: it goes by what its write told.
    for (const { id, run } of long) if (run.claimed && !own.has(id)) run.lose();
  }
}
