import { executionStatusChanged } from '@app/contracts';
import { EventBus, type Unsubscribe } from '@app/events';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { claimExecution, findClaimed, renewClaims } from './claims.queries';
import type { ExecutionRun } from './execution-run';
import { EXECUTION_TIMING, type ExecutionTiming } from './execution-timing';
import { WorkerIdentity } from './worker-identity';

interface Held {
  /** Once it is loaded. */
  run: ExecutionRun | null;
  sinceMs: number;
}

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
  take(id: string): boolean {
    if (this.held.has(id)) return false;
    this.held.set(id, { run: null, sinceMs: performance.now() });
    return true;
  }

  attach(id: string, run: ExecutionRun): void {
    const held = this.held.get(id);
    if (held) held.run = run;
  }

  release(id: string): void {
    this.held.delete(id);
  }

  /** Looks after those that have been in hand for a while. Waits for nobody. */
  private async look(): Promise<void> {
    const nowMs = performance.now();
    const long = [...this.held].flatMap(([id, { run, sinceMs }]) =>
      run && nowMs - sinceMs >= this.timing.lookEveryMs ? [{ id, run }] : [],
    );
    if (this.looking || long.length === 0) return;
    this.looking = true;
    try {
      await this.claim(long.filter(({ run }) => !run.claimed));
      await this.renew(long.map(({ id }) => id));
      await this.letGo(long);
    } catch (error) {
      this.logger.warn({ err: error }, 'The executions in hand could not be looked after; tried again soon');
    } finally {
      this.looking = false;
    }
  }

  private async claim(unclaimed: { id: string; run: ExecutionRun }[]): Promise<void> {
    const { claimMs } = this.timing;
    for (const { id, run } of unclaimed) {
      const { version } = run;
      const won = await claimExecution(this.dataSource.manager, this.identity.id, { id, version }, claimMs);
      if (won) run.claimed = true;
      // Where it has written meanwhile, the next look tells.
      else if (run.version === version) run.lose();
    }
  }

  private async renew(ids: string[]): Promise<void> {
    if (performance.now() - this.renewedAtMs < this.timing.renewEveryMs) return;
    this.renewedAtMs = performance.now();
    await renewClaims(this.dataSource.manager, this.identity.id, ids, this.timing.claimMs);
  }

  private async letGo(long: { id: string; run: ExecutionRun }[]): Promise<void> {
    const ids = long.map(({ id }) => id);
    const own = await findClaimed(this.dataSource.manager, this.identity.id, ids);
    // One that has come to a wait or to its end meanwhile is not in hand any more, and is not hurt.
    for (const { id, run } of long) if (run.claimed && !own.has(id)) run.lose();
  }
}
