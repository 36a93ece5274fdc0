import { Environment } from '@app/config';
import { inTransaction, requireRow } from '@app/entities';
import { type Actor, Clock, DomainError } from '@app/kernel';
import type { CompiledGraph } from '@app/workflow-engine';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service';
import { WorkflowsService } from '../../workflows/workflows.service';
import { findExecution } from '../history/execution-history.queries';
import { endRunning, findData } from './control.queries';
import { ExecutionDispatcher } from '../intake/execution-dispatcher';
import { type CancelledState, cancelState } from './cancel-state';
import { storableError } from '../record/execution-errors';
import { insertResults, updateStates } from '../record/execution-state.queries';

/** Cancels executions on behalf of users. */
@Injectable()
export class ExecutionCancellationService {
  private readonly logger = new Logger(ExecutionCancellationService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly workflows: WorkflowsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /**
   * Fails a queued, waiting or running execution. The effects of its nodes are not undone. Saved results are kept, and
   * nodes that were running or waiting get a result too. A cancellation does not publish `workflow.failed`.
   * @throws DomainError not_found; conflict if the execution has already ended
   */
  async cancel(actor: Actor, workflowId: string, executionId: string): Promise<void> {
    const { manager: reader } = this.dataSource;
    const execution = await requireRow(findExecution(reader, workflowId, executionId), 'The execution');
    // Read before the transaction starts: a read inside it would wait for a second connection while the first is held.
    const graph = await this.graphOf(workflowId, execution.revision);
    const error = storableError(`cancelled by ${actor.name}`);
    const record = { action: 'execution.cancelled', target: executionId, after: { workflowId } };
    await inTransaction(this.dataSource, async (manager) => {
      const atMs = this.clock.nowMs();
      if (!(await endRunning(manager, { workflowId, id: executionId, error, atMs })))
        throw new DomainError('conflict', 'execution_ended', 'The execution has already ended.');
      // After this write, no worker can write to the execution.
      if (graph) await this.saveInterrupted(manager, executionId, graph, { by: actor.name, atMs });
      await this.audit.record(actor, record, manager);
    });
    this.dispatcher.changed(workflowId, executionId, 'failed');
  }

  /** Null if the definition is gone or invalid. The execution can still be cancelled. */
  private async graphOf(workflowId: string, revision: number): Promise<CompiledGraph | null> {
    try {
      return (await this.workflows.readForRun(workflowId, revision)).graph;
    } catch (error) {
      if (error instanceof DomainError && error.kind !== 'unavailable') return null;
      throw error;
    }
  }

  private async saveInterrupted(
    manager: EntityManager,
    id: string,
    graph: CompiledGraph,
    by: { by: string; atMs: number },
  ): Promise<void> {
    const data = await findData(manager, id);
    if (!data?.state) return;
    const cancelled = this.cancelled(id, graph, data.state, by);
    if (cancelled === null) return;
    const { state, results, part } = cancelled;
    await updateStates(manager, [{ id, state }]);
    if (results.length > 0) await insertResults(manager, [{ id, part, results }]);
  }

  /** Null if the saved state is unreadable. The execution is cancelled anyway. */
  private cancelled(
    executionId: string,
    graph: CompiledGraph,
    state: string,
    by: { by: string; atMs: number },
  ): CancelledState | null {
    const maxCharacters = this.environment.LIMIT_EXECUTION_RECORD_CHARACTERS;
    try {
      return cancelState(graph, state, { ...by, maxCharacters });
    } catch (error) {
      this.logger.error(
        { err: error, executionId },
        'The record of a cancelled execution lacks its interrupted nodes',
      );
      return null;
    }
  }
}
