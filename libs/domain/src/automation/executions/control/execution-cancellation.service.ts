import { requireRow } from '@app/entities';
import { type Actor, Clock, DomainError, say } from '@app/kernel';
import { nodeError } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../../platform/audit/audit.service';
import { type EndingCause, ExecutionEnder } from '../ending/execution-ender';
import { findExecution } from '../history/execution-history.queries';
import { ExecutionDispatcher } from '../intake/execution-dispatcher';
import { WaitingExecutions } from '../intake/waiting-executions';

/** Cancels executions on behalf of users. */
@Injectable()
export class ExecutionCancellationService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatcher: ExecutionDispatcher,
    private readonly ender: ExecutionEnder,
    private readonly waiting: WaitingExecutions,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Ends a queued, waiting or running execution as failed. The effects of its nodes are not undone. Saved results are
   * kept, and each running or waiting node gets a failed result. A cancellation does not publish `workflow.failed`.
   * @throws DomainError not_found; conflict if the execution has already ended
   */
  async cancel(actor: Actor, workflowId: string, executionId: string): Promise<void> {
    const { manager: reader } = this.dataSource;
    const execution = await requireRow(findExecution(reader, workflowId, executionId), 'The execution');
    const record = { action: 'execution.cancelled', target: executionId, after: { workflowId } };
    const serial = execution.serialNumber === null ? [] : [workflowId];
    await this.waiting.startAfter(serial, async (manager) => {
      const cause = cancelledBy(actor);
      const ended = await this.ender.end(manager, [execution], cause, this.clock.nowMs());
      if (ended.length === 0)
        throw new DomainError('conflict', 'execution_ended', 'The execution has already ended.');
      await this.audit.record(actor, record, manager);
    });
    this.dispatcher.changed(workflowId, executionId, 'failed', execution.parentId);
  }
}

function cancelledBy({ name }: Actor): EndingCause {
  return { error: say('cancelled_by', { name }), nodeError: nodeError(say('cancelled', { name })) };
}
