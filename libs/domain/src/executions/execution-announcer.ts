import { executionStatusChanged, runExecution } from '@app/contracts';
import type { ExecutionStatus } from '@app/entities';
import { EventBus } from '@app/events';
import { currentRequestId } from '@app/kernel';
import { JobClient, jobIdFor } from '@app/queue';
import { Injectable, Logger } from '@nestjs/common';
import type { AcceptedExecution } from './execution-request';

interface QueuedExecution {
  id: string;
  /** The write of its state that the job goes on from: the same work is queued once. */
  version: number;
  delayMs?: number;
  requestId?: string | null;
}

/** Tells screens of executions, and has them run. What it cannot queue is swept up later. */
@Injectable()
export class ExecutionAnnouncer {
  private readonly logger = new Logger(ExecutionAnnouncer.name);

  constructor(
    private readonly jobs: JobClient,
    private readonly bus: EventBus,
  ) {}

  /** @throws DomainError `unavailable` while the queue is known not to answer */
  assertReachable(): void {
    this.jobs.assertReachable();
  }

  /** To be called once the rows of these executions are committed. Waits for nothing. */
  accepted(executions: readonly (AcceptedExecution & { requestId?: string | null })[]): void {
    const requestId = currentRequestId() ?? null;
    for (const { id, workflowId } of executions) this.changed(workflowId, id, 'running');
    this.queue(executions.map((execution) => ({ requestId, ...execution, version: 0 })));
  }

  changed(workflowId: string, executionId: string, status: ExecutionStatus): void {
    this.bus.publish(executionStatusChanged, { workflowId, executionId, status });
  }

  /** Waits for nothing. */
  queue(executions: readonly QueuedExecution[]): void {
    const jobs = executions.map(({ id, version, delayMs, requestId }) => ({
      payload: { executionId: id },
      jobId: jobIdFor(runExecution, id, version),
      delayMs,
      requestId,
    }));
    this.jobs.enqueueMany(runExecution, jobs).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Executions wait for the next sweep');
    });
  }
}
