import { Environment } from '@app/config';
import { DomainError, type Message } from '@app/kernel';
import type { CompiledGraph, NodeError } from '@app/workflow-engine';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { WorkflowsService } from '../../workflows/workflows.service';
import { insertResults, lockRunning, updateStates } from '../record/execution-state.queries';
import { deleteUnmet } from './ended-waits.queries';
import { endRunning, findStates } from './ending.queries';
import { type InterruptedState, interruptedState } from './interrupted-state';

/** The errors to store if an execution is ended from outside. */
export interface EndingCause {
  /** The error of the execution. */
  error: Message;
  /** The error of the nodes that were running. */
  nodeError: NodeError;
}

type EndableExecution = Readonly<{ id: string; workflowId: string; revision: number }>;

/** Ends executions from outside, because a person cancels them or a newer execution replaces them. */
@Injectable()
export class ExecutionEnder {
  private readonly logger = new Logger(ExecutionEnder.name);

  constructor(
    private readonly workflows: WorkflowsService,
    private readonly environment: Environment,
  ) {}

  /**
   * Ends queued, waiting or running executions as failed, within the caller's transaction. Saved results are kept, and
   * each running or waiting node gets a failed result. Publishes nothing.
   * @returns the executions that had not ended yet
   */
  async end<Execution extends EndableExecution>(
    manager: EntityManager,
    executions: readonly Execution[],
    { error, nodeError }: EndingCause,
    atMs: number,
  ): Promise<Execution[]> {
    if (executions.length === 0) return [];
    const running = await lockRunning(
      manager,
      executions.map(({ id }) => id),
    );
    const ended = executions.filter(({ id }) => running.has(id));
    const ids = ended.map(({ id }) => id);
    if (ids.length === 0) return [];
    await endRunning(manager, ids, { error, atMs });
    // After this write, no worker can write to the executions.
    await this.saveInterrupted(manager, ended, { error: nodeError, atMs });
    await deleteUnmet(manager, ids);
    return ended;
  }

  private async saveInterrupted(
    manager: EntityManager,
    ended: readonly EndableExecution[],
    cause: { error: NodeError; atMs: number },
  ): Promise<void> {
    const states = await findStates(
      manager,
      ended.map(({ id }) => id),
    );
    const graphs = new Map<string, CompiledGraph | null>();
    const saved: (InterruptedState & { id: string })[] = [];
    for (const { id, workflowId, revision } of ended) {
      const state = states.get(id);
      if (state === undefined) continue;
      const key = `${workflowId}/${revision}`;
      if (!graphs.has(key)) graphs.set(key, await this.graphOf(manager, workflowId, revision));
      const graph = graphs.get(key);
      const interrupted = graph && this.interrupted(id, graph, state, cause);
      if (interrupted) saved.push({ id, ...interrupted });
    }
    if (saved.length > 0) await updateStates(manager, saved);
    const parts = saved.filter(({ results }) => results.length > 0);
    if (parts.length > 0) await insertResults(manager, parts);
  }

  /** Returns null if the definition was deleted or is invalid. The execution can still be ended. */
  private async graphOf(
    manager: EntityManager,
    workflowId: string,
    revision: number,
  ): Promise<CompiledGraph | null> {
    try {
      return await this.workflows.compiled(manager, workflowId, revision);
    } catch (error) {
      if (error instanceof DomainError && error.kind !== 'unavailable') return null;
      throw error;
    }
  }

  /** Returns null if the saved state is unreadable. The execution is ended anyway. */
  private interrupted(
    executionId: string,
    graph: CompiledGraph,
    state: string,
    cause: { error: NodeError; atMs: number },
  ): InterruptedState | null {
    const maxCharacters = this.environment.LIMIT_EXECUTION_RECORD_CHARACTERS;
    try {
      return interruptedState(graph, state, { ...cause, maxCharacters });
    } catch (error) {
      this.logger.error(
        { err: error, executionId },
        'The nodes that were interrupted by the end of an execution could not be recorded',
      );
      return null;
    }
  }
}
