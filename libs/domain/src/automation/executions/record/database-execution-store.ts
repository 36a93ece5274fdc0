import { inTransaction, isDatabaseUnreachable } from '@app/entities';
import { Clock, RequestBatcher } from '@app/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Occurrence } from '../../../platform/occurrences/occurrence';
import { OccurrencesService } from '../../../platform/occurrences/occurrences.service';
import { WorkflowsService } from '../../workflows/workflows.service';
import { workflowFailure } from './execution-errors';
import {
  insertResults,
  isCommitted,
  loadExecutions,
  lockRunning,
  updateExecutions,
  updateStates,
} from './execution-state.queries';
import { ExecutionStore, type ExecutionWrite, type LoadedExecution } from './execution-store';
import { EXECUTION_TIMING, type ExecutionTiming } from './execution-timing';
import { WorkerIdentity } from './worker-identity';

const BATCH_EXECUTIONS = 200;
const BATCH_CHARACTERS = 4_000_000;

type Failures = Map<ExecutionWrite, Occurrence>;

/** Another writer has updated one of the executions. */
class ContestedWrite extends Error {}

/** Stores executions in the database. Loads and saves of concurrent executions are batched. */
@Injectable()
export class DatabaseExecutionStore extends ExecutionStore {
  private readonly loads: RequestBatcher<string, LoadedExecution | null>;
  private readonly saves: RequestBatcher<ExecutionWrite, boolean>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly identity: WorkerIdentity,
    private readonly occurrences: OccurrencesService,
    private readonly workflows: WorkflowsService,
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
    this.saves = new RequestBatcher((writes) => this.saveAll(writes), {
      ...options,
      size: BATCH_CHARACTERS,
      sizeOf: ({ state, results }) => results.reduce((sum, { length }) => sum + length, state?.length ?? 0),
    });
  }

  override load(id: string): Promise<LoadedExecution | null> {
    return this.loads.add(id);
  }

  override async save(write: ExecutionWrite, isRepeat = false): Promise<boolean> {
    if (await this.saves.add(write)) return true;
    return isRepeat && isCommitted(this.dataSource.manager, write, this.identity.id);
  }

  private async loadAll(ids: readonly string[]): Promise<(LoadedExecution | null)[]> {
    const found = await loadExecutions(this.dataSource.manager, ids, this.identity.id);
    const byId = new Map(found.map((execution) => [execution.id, execution]));
    return ids.map((id) => byId.get(id) ?? null);
  }

  private async saveAll(writes: readonly ExecutionWrite[]): Promise<boolean[]> {
    const failures = await this.failuresOf(writes);
    try {
      await inTransaction(this.dataSource, (manager) => this.write(manager, writes, failures));
      return writes.map(() => true);
    } catch (error) {
      if (!(error instanceof ContestedWrite)) throw error;
      const won = await inTransaction(this.dataSource, (manager) =>
        this.writeUncontested(manager, writes, failures),
      );
      return writes.map((write) => won.has(write));
    } finally {
      if (failures.size > 0) this.occurrences.announce();
    }
  }

  /** Slow path: another writer has updated some of these rows. Lock the rest and update only those. */
  private async writeUncontested(
    manager: EntityManager,
    writes: readonly ExecutionWrite[],
    failures: Failures,
  ): Promise<Set<ExecutionWrite>> {
    const ids = writes.map(({ id }) => id);
    const versions = await lockRunning(manager, ids);
    const winners = writes.filter(({ id, version }) => versions.get(id) === version);
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
    const occurrences = writes.map((write) => failures.get(write)).filter((one) => one !== undefined);
    if (occurrences.length > 0) await this.occurrences.record(manager, occurrences);
  }

  /** The `workflow.failed` events that these writes publish. */
  private async failuresOf(writes: readonly ExecutionWrite[]): Promise<Failures> {
    const published = writes.filter((write) => write.next === 'failed' && write.publishesFailure === true);
    const entries = published.map(async (write): Promise<[ExecutionWrite, Occurrence]> => {
      const { id: executionId, workflowId, error = '' } = write;
      const workflowName = await this.workflows.nameOf(workflowId);
      const payload = workflowFailure({ workflowId, workflowName, executionId, error });
      return [write, { kind: 'event', name: 'workflow.failed', payload, executionId }];
    });
    return new Map(await Promise.all(entries));
  }
}
