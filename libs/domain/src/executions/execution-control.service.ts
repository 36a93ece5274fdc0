import { Environment } from '@app/config';
import { inTransaction } from '@app/entities';
import { type Actor, Clock, DomainError } from '@app/kernel';
import type { CompiledGraph } from '@app/workflow-engine';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { WorkflowsService } from '../workflows/workflows.service';
import { endRunning, findData, findExecution } from './control.queries';
import { ExecutionAnnouncer } from './execution-announcer';
import { type Cancelled, cancelState } from './execution-cancellation';
import { storableError } from './execution-failure';
import { insertResults, updateStates } from './execution-state.queries';

/** Ends executions by the word of people. */
@Injectable()
export class ExecutionControl {
  private readonly logger = new Logger(ExecutionControl.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly announcer: ExecutionAnnouncer,
    private readonly workflows: WorkflowsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /**
   * Ends an execution as failed, be it queued, waiting or at work. What its nodes have done stays done; all of it that was
   * written is on record, what was under way and what waited included. That a person ended it triggers no workflow.
   * @throws DomainError not_found, and conflict where it had ended already
   */
  async cancel(actor: Actor, workflowId: string, executionId: string): Promise<void> {
    const execution = await findExecution(this.dataSource.manager, workflowId, executionId);
    if (!execution) throw DomainError.notFound('The execution');
    // Before the transaction, which would hold one connection and wait for another.
    const graph = await this.graphOf(workflowId, execution.revision);
    const error = storableError(`cancelled by ${actor.name}`);
    const record = { action: 'execution.cancelled', target: executionId, after: { workflowId } };
    await inTransaction(this.dataSource, async (manager) => {
      const atMs = this.clock.nowMs();
      if (!(await endRunning(manager, { workflowId, id: executionId, error, atMs })))
        throw new DomainError('conflict', 'execution_ended', 'The execution has ended already.');
      // From here on nobody else writes to it.
      if (graph) await this.breakOff(manager, executionId, graph, { by: actor.name, atMs });
      await this.audit.record(actor, record, manager);
    });
    this.announcer.changed(workflowId, executionId, 'failed');
  }

  /** Null where it cannot be had, or compiled: that keeps nobody from ending what runs it. */
  private async graphOf(workflowId: string, revision: number): Promise<CompiledGraph | null> {
    try {
      return (await this.workflows.readForRun(workflowId, revision)).graph;
    } catch (error) {
      if (error instanceof DomainError && error.kind !== 'unavailable') return null;
      throw error;
    }
  }

  private async breakOff(
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

  /** Null where what was saved cannot be read: it is ended all the same. */
  private cancelled(
    executionId: string,
    graph: CompiledGraph,
    state: string,
    by: { by: string; atMs: number },
  ): Cancelled | null {
    const maxCharacters = this.environment.LIMIT_EXECUTION_RECORD_CHARACTERS;
    try {
      return cancelState(graph, state, { ...by, maxCharacters });
    } catch (error) {
      this.logger.error({ err: error, executionId }, 'What was broken off is not on record');
      return null;
    }
  }
}
