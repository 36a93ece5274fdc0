import { Environment } from '@app/config';
import { DomainError } from '@app/kernel';
import type { CompiledGraph, NodeError } from '@app/workflow-engine';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { WorkflowsService } from '../../workflows/workflows.service';
import { storableError } from '../record/execution-errors';
import { insertResults, updateStates } from '../record/execution-state.queries';
import { deleteUnmet } from './ended-waits.queries';
import { endRunning, findState } from './ending.queries';
import { type InterruptedState, interruptedState } from './interrupted-state';

/** The errors to store if an execution is ended from outside. */
export interface EndingCause {
  /** The error of the execution. */
  error: string;
  /** The error of the nodes that were running. */
  nodeError: NodeError;
}

/** Ends executions from outside, because a person cancels them or a newer execution replaces them. */
@Injectable()
export class ExecutionEnder {
  private readonly logger = new Logger(ExecutionEnder.name);

  constructor(
    private readonly workflows: WorkflowsService,
    private readonly environment: Environment,
  ) {}

  /**
   * Ends a queued, waiting or running execution as failed, within the caller's transaction. Saved results are kept, and
   * each running or waiting node gets a result. Publishes nothing.
   * @returns false if the execution has already ended
   */
  async end(
    manager: EntityManager,
    { id, workflowId, revision }: { id: string; workflowId: string; revision: number },
    { error, nodeError }: EndingCause,
    atMs: number,
  ): Promise<boolean> {
    if (!(await endRunning(manager, { workflowId, id, error: storableError(error), atMs }))) return false;
    // After this write, no worker can write to the execution.
    const state = await findState(manager, id);
    const graph = state === null ? null : await this.graphOf(manager, workflowId, revision);
    if (state !== null && graph !== null)
      await this.saveInterrupted(manager, { id, graph, state }, nodeError, atMs);
    await deleteUnmet(manager, [id]);
    return true;
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

  private async saveInterrupted(
    manager: EntityManager,
    { id, graph, state }: { id: string; graph: CompiledGraph; state: string },
    error: NodeError,
    atMs: number,
  ): Promise<void> {
    const interrupted = this.interrupted(id, graph, state, { error, atMs });
    if (interrupted === null) return;
    const { results, part } = interrupted;
    await updateStates(manager, [{ id, state: interrupted.state }]);
    if (results.length > 0) await insertResults(manager, [{ id, part, results }]);
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
        'The record of an ended execution lacks its interrupted nodes',
      );
      return null;
    }
  }
}
