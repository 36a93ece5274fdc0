import { executionsWoken, executionStatusChanged } from '@app/contracts';
import { inTransaction } from '@app/entities';
import { EventBus, type Unsubscribe } from '@app/events';
import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EXECUTION_TIMING, type ExecutionTiming } from '../record/execution-timing';
import { WorkerIdentity } from '../record/worker-identity';
import { claimExecution, findClaimed, renewClaims } from './execution-claims.queries';
import type { ExecutionDriver } from './execution-driver';

interface Entry {
  /** Aborted when the job must stop. */
  signal: AbortSignal;
  /** Null until the execution is loaded. */
  driver: ExecutionDriver | null;
  sinceMs: number;
  /** The version of the execution when its claim was last refused. */
  refusedAtVersion?: number;
}

type LongEntry = Entry & { id: string; driver: ExecutionDriver };

/**
 * Tracks the executions that this worker runs. Claims executions that run for some time, and renews these claims. Stops
 * an execution as soon as a user has ended it or another worker has taken it over.
 */
@Injectable()
export class ExecutionClaims implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ExecutionClaims.name);
  private readonly entries = new Map<string, Entry>();
  private readonly subscriptions: Unsubscribe[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;
  private renewedAtMs = 0;

  constructor(
    private readonly dataSource: DataSource,
    private readonly bus: EventBus,
    private readonly identity: WorkerIdentity,
    @Inject(EXECUTION_TIMING) private readonly timing: ExecutionTiming,
  ) {}

  onModuleInit(): void {
    this.subscriptions.push(
      this.bus.subscribe(executionStatusChanged, ({ executionId, status }) => {
        // If the bus loses this event, the periodic check finds the ended execution later.
        if (status !== 'running') this.entries.get(executionId)?.driver?.lose();
      }),
      // If the bus loses this event, the database still counts the wake. When this worker then saves the execution as
      // waiting, the execution is due at once.
      this.bus.subscribe(executionsWoken, ({ executionIds }) => {
        for (const id of executionIds) this.entries.get(id)?.driver?.woken();
      }),
    );
    this.timer = setInterval(() => void this.check(), this.timing.checkEveryMs).unref();
  }

  onApplicationShutdown(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
    clearInterval(this.timer);
  }

  /** @returns false if this worker already runs the execution */
  add(id: string, signal: AbortSignal): boolean {
    if (this.entries.has(id)) return false;
    this.entries.set(id, { signal, driver: null, sinceMs: performance.now() });
    return true;
  }

  attach(id: string, driver: ExecutionDriver): void {
    const entry = this.entries.get(id);
    if (entry) entry.driver = driver;
  }

  /** Stops the executions whose job has this signal. They start no further node run. */
  releaseAll(signal: AbortSignal): void {
    for (const entry of this.entries.values()) if (entry.signal === signal) entry.driver?.release();
  }

  remove(id: string): void {
    this.entries.delete(id);
  }

  /** Checks the executions that have run for some time. */
  private async check(): Promise<void> {
    const entries = this.longEntries();
    if (this.isChecking || entries.length === 0) return;
    this.isChecking = true;
    try {
      // Claims are renewed before anything else, because they may expire.
      await this.renew(entries.map(({ id }) => id));
      for (const entry of entries) if (entry.driver.mayBeClaimed) await this.claim(entry);
      await this.stopLost(entries);
    } catch (error) {
      this.logger.warn(
        { err: error },
        'The claims of executions could not be checked. The check is repeated soon.',
      );
    } finally {
      this.isChecking = false;
    }
  }

  private longEntries(): LongEntry[] {
    const beforeMs = performance.now() - this.timing.checkEveryMs;
    const all = [...this.entries].map(([id, entry]) => Object.assign(entry, { id }));
    return all.filter((entry): entry is LongEntry => entry.driver !== null && entry.sinceMs <= beforeMs);
  }

  private async claim(entry: LongEntry): Promise<void> {
    const { id, driver } = entry;
    const { version } = driver;
    const { claimMs } = this.timing;
    if (await claimExecution(this.dataSource.manager, this.identity.id, { id, version }, claimMs)) {
      driver.claimed();
    } else if (entry.refusedAtVersion === version) driver.lose();
    // The driver may be writing a new version at this moment. It has lost the execution only if the next check also
    // fails.
    else entry.refusedAtVersion = version;
  }

  private async renew(ids: string[]): Promise<void> {
    if (performance.now() - this.renewedAtMs < this.timing.renewEveryMs) return;
    this.renewedAtMs = performance.now();
    await inTransaction(this.dataSource, (manager) =>
      renewClaims(manager, this.identity.id, ids, this.timing.claimMs),
    );
  }

  private async stopLost(entries: LongEntry[]): Promise<void> {
    const ids = entries.map(({ id }) => id);
    const claimed = await findClaimed(this.dataSource.manager, this.identity.id, ids);
    // Calling `lose` has no effect on a driver that has just written a wait or the end of its execution.
    for (const { id, driver } of entries) if (driver.isClaimed && !claimed.has(id)) driver.lose();
  }
}
