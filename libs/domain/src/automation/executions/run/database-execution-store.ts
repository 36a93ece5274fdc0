import { gatherReadsBy, isDatabaseUnreachable } from '@app/entities';
import { Clock, RequestBatcher } from '@app/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { WaitingExecutions } from '../intake/waiting-executions';
import {
  findDueTimes,
  insertResults,
  isCommitted,
  loadExecutions,
  lockRunning,
  updateExecutions,
  updateStates,
} from '../record/execution-state.queries';
import { ExecutionStore, type ExecutionWrite, type LoadedExecution } from '../record/execution-store';
import { storeOutput } from '../calls/calls.queries';
import { deleteUnmet } from '../ending/ended-waits.queries';
import { FailureEvents, type Failures } from './failure-events';
import { EXECUTION_TIMING, type ExecutionTiming } from '../record/execution-timing';
import { WorkerIdentity } from '../record/worker-identity';

const ENDS: ReadonlySet<ExecutionWrite['next']> = new Set(['success', 'failed']);
const BATCH_EXECUTIONS = 200;
const BATCH_CHARACTERS = 4_000_000;

/** Thrown if another writer has updated one of the executions. */
class ContestedWrite extends Error {}

/** Stores executions in the database. Loads and saves of concurrent executions are batched. */
@Injectable()
export class DatabaseExecutionStore extends ExecutionStore {
  private readonly loads: RequestBatcher<string, LoadedExecution | null>;
  private readonly saves: RequestBatcher<ExecutionWrite, boolean>;
  private readonly dueTimes = gatherReadsBy(
    (ids: readonly string[]) => findDueTimes(this.dataSource.manager, ids),
    ({ id }) => id,
  );
  /** Batches the ends of serial executions separately, because only these writes wait for the locks of workflows. */
  private readonly serialEnds: RequestBatcher<ExecutionWrite, boolean>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly identity: WorkerIdentity,
    private readonly failures: FailureEvents,
    private readonly waiting: WaitingExecutions,
    private readonly clock: Clock,
    @Inject(EXECUTION_TIMING) private readonly timing: ExecutionTiming,
  ) {
    super();
    const options = {
      isSerial: true,
      items: BATCH_EXECUTIONS,
      mayBeOfOneItem: (error: unknown) => !isDatabaseUnreachable(error),
    };
    this.loads = new RequestBatcher((ids) => this.loadAll(ids), options);
    const batches = {
      ...options,
      size: BATCH_CHARACTERS,
      sizeOf: ({ state, results }: ExecutionWrite) =>
        results.reduce((sum, { length }) => sum + length, state?.length ?? 0),
    };
    this.saves = new RequestBatcher((writes) => this.saveAll(writes, []), batches);
    this.serialEnds = new RequestBatcher((writes) => this.saveAll(writes, workflowsOf(writes)), batches);
  }

  override load(id: string): Promise<LoadedExecution | null> {
    return this.loads.add(id);
  }

  override async dueAtMs(id: string, version: number): Promise<number | null> {
    const due = await this.dueTimes(id);
    return due?.version === version ? due.dueAtMs : null;
  }

  override async save(write: ExecutionWrite, isRepeat = false): Promise<boolean> {
    const batcher = write.isSerial && ENDS.has(write.next) ? this.serialEnds : this.saves;
    if (await batcher.add(write)) return true;
    return isRepeat && isCommitted(this.dataSource.manager, write, this.identity.id);
  }

  private async loadAll(ids: readonly string[]): Promise<(LoadedExecution | null)[]> {
    const found = await loadExecutions(this.dataSource.manager, ids, this.identity.id);
    const byId = new Map(found.map((execution) => [execution.id, execution]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  /** @param workflowIds the workflows whose next executions start in the same transaction */
  private async saveAll(
    writes: readonly ExecutionWrite[],
    workflowIds: readonly string[],
  ): Promise<boolean[]> {
    const failures = await this.failures.of(writes);
    try {
      await this.waiting.startAfter(workflowIds, (manager) => this.write(manager, writes, failures));
      return writes.map(() => true);
    } catch (error) {
      if (!(error instanceof ContestedWrite)) throw error;
      const won = await this.waiting.startAfter(workflowIds, (manager) =>
        this.writeUncontested(manager, writes, failures),
      );
      return writes.map((write) => won.has(write));
    } finally {
      this.failures.announce(failures);
    }
  }

  /** Slow path: another writer has updated some of these rows. Lock the rest and update only those. */
  private async writeUncontested(
    manager: EntityManager,
    writes: readonly ExecutionWrite[],
    failures: Failures,
  ): Promise<Set<ExecutionWrite>> {
    const ids = writes.map(({ id }) => id);
    const running = await lockRunning(manager, ids);
    const winners = writes.filter(({ id, version }) => running.get(id)?.version === version);
    await this.write(manager, winners, failures);
    return new Set(winners);
  }

  /** @throws ContestedWrite if any of the executions has ended, was deleted or has a newer version */
  private async write(
    manager: EntityManager,
    writes: readonly ExecutionWrite[],
    failures: Failures,
  ): Promise<void> {
    if (writes.length === 0) return;
    const by = { holder: this.identity.id, claimMs: this.timing.claimMs, atMs: this.clock.nowMs() };
    if (!(await updateExecutions(manager, writes, by))) throw new ContestedWrite();
    const states = writes.flatMap(({ id, state }) => (state === undefined ? [] : [{ id, state }]));
    if (states.length > 0) await updateStates(manager, states);
    const parts = writes.filter(({ results }) => results.length > 0);
    if (parts.length > 0) await insertResults(manager, parts);
    for (const { id, endOutput } of writes)
      if (endOutput !== undefined) await storeOutput(manager, id, endOutput);
    await this.failures.record(manager, writes, failures);
    const ended = writes.filter(({ next, mayWait }) => mayWait === true && ENDS.has(next));
    if (ended.length > 0)
      await deleteUnmet(
        manager,
        ended.map(({ id }) => id),
      );
  }
}

function workflowsOf(writes: readonly ExecutionWrite[]): string[] {
  return [...new Set(writes.map(({ workflowId }) => workflowId))].sort();
}
