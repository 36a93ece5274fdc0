import { inTransaction } from '@app/entities';
import { Clock } from '@app/kernel';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Occurrence } from '../occurrences/occurrence';
import { OccurrencesService } from '../occurrences/occurrences.service';
import { WorkflowsService } from '../workflows/workflows.service';
import { workflowFailure } from './execution-failure';
import {
  insertResults,
  loadExecutions,
  lockRunning,
  updateExecutions,
  updateStates,
} from './execution-state.queries';
import { ExecutionStore, type ExecutionWrite, type LoadedExecution } from './execution-store';
import { EXECUTION_TIMING, type ExecutionTiming } from './execution-timing';
import { GroupedWork } from './grouped-work';
import { WorkerIdentity } from './worker-identity';

const GROUP_EXECUTIONS = 200;
const GROUP_CHARACTERS = 4_000_000;

type Failures = Map<ExecutionWrite, Occurrence>;

class ContestedWrite extends Error {}

/** Executions in the database. What concurrent executions read and write is read and written together. */
@Injectable()
export class DatabaseExecutionStore extends ExecutionStore {
  private readonly loads: GroupedWork<string, LoadedExecution | null>;
  private readonly saves: GroupedWork<ExecutionWrite, boolean>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly identity: WorkerIdentity,
    private readonly occurrences: OccurrencesService,
    private readonly workflows: WorkflowsService,
    private readonly clock: Clock,
    @Inject(EXECUTION_TIMING) private readonly timing: ExecutionTiming,
  ) {
    super();
    this.loads = new GroupedWork((ids) => this.loadAll(ids), {
      items: GROUP_EXECUTIONS,
      characters: Infinity,
      charactersOf: () => 0,
    });
    this.saves = new GroupedWork((writes) => this.saveAll(writes), {
      items: GROUP_EXECUTIONS,
      characters: GROUP_CHARACTERS,
      charactersOf: ({ state, results }) =>
        results.reduce((sum, { length }) => sum + length, state?.length ?? 0),
    });
  }

  override load(id: string): Promise<LoadedExecution | null> {
    return this.loads.do(id);
  }

  override save(write: ExecutionWrite): Promise<boolean> {
    return this.saves.do(write);
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
        this.writeWhatWins(manager, writes, failures),
      );
      return writes.map((write) => won.has(write));
    } finally {
      if (failures.size > 0) this.occurrences.announce();
    }
  }

  /** Rarely, of some of them another has been quicker: first it is found out of which. */
  private async writeWhatWins(
    manager: EntityManager,
    writes: readonly ExecutionWrite[],
    failures: Failures,
  ): Promise<Set<ExecutionWrite>> {
    const ids = writes.map(({ id }) => id);
    const present = await lockRunning(manager, ids);
    const winners = writes.filter(({ id, version }) => present.get(id) === version);
    await this.write(manager, winners, failures);
    return new Set(winners);
  }

  /** @throws ContestedWrite where any of them does not come about */
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
    const told = writes.map((write) => failures.get(write)).filter((one) => one !== undefined);
    if (told.length > 0) await this.occurrences.record(manager, told);
  }

  /** What workflows that wait for failures will receive of these writes. */
  private async failuresOf(writes: readonly ExecutionWrite[]): Promise<Failures> {
    const telling = writes.filter(({ next, tells }) => next === 'failed' && tells === true);
    const entries = telling.map(async (write): Promise<[ExecutionWrite, Occurrence]> => {
      const { id: executionId, workflowId, error = '' } = write;
      const workflowName = await this.workflows.nameOf(workflowId);
      const payload = workflowFailure({ workflowId, workflowName, executionId, error });
      return [write, { kind: 'event', name: 'workflow.failed', payload }];
    });
    return new Map(await Promise.all(entries));
  }
}
