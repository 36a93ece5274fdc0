import {
  executionProgressed,
  executionsWoken,
  executionStatusChanged,
  MOST_EXECUTIONS_PER_JOB,
  runExecutions,
  type RunExecutionsJob,
} from '@app/contracts';
import type { ExecutionStatus } from '@app/entities';
import { EventBus } from '@app/events';
import { currentRequestId, Pacer } from '@app/kernel';
import { JobClient, jobIdFor, type JobToEnqueue } from '@app/queue';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { AcceptedExecution } from './new-execution';

interface QueuedExecution {
  id: string;
  /** The version of the execution's row. It is part of the job's id, so the same work is queued only once. */
  version: number;
  delayMs?: number;
  requestId?: string | null;
}

type ChangeListener = (executionId: string, status: ExecutionStatus, parentId: string | null) => void;

export interface WokenExecution {
  id: string;
  /** How often the execution was woken. This number is part of the job's id. */
  wakes: number;
}

/** Maximum characters of trigger data per job, because one worker holds all of a job's trigger data in memory. */
const MAX_CHARACTERS_PER_JOB = 200_000;
/** Executions that are accepted within this interval are queued in one job. A full job is queued at once. */
const EVERY_MS = 50;

/** Queues executions and publishes their status. If the queue is unreachable, the sweep queues them later. */
@Injectable()
export class ExecutionDispatcher implements OnModuleDestroy {
  private readonly logger = new Logger(ExecutionDispatcher.name);
  private readonly listeners: ChangeListener[] = [];
  private unqueued: AcceptedExecution[] = [];
  private readonly pacer = new Pacer(() => this.queueAccepted(), EVERY_MS);

  constructor(
    private readonly jobs: JobClient,
    private readonly bus: EventBus,
  ) {}

  /** @throws DomainError `unavailable` while the queue is known to be unreachable */
  assertReachable(): void {
    this.jobs.assertReachable();
  }

  /**
   * Publishes and queues committed executions. Small executions that are accepted at about the same time share a job,
   * because queueing a job takes longer than running most of these executions. Returns at once.
   */
  accepted(executions: readonly AcceptedExecution[]): void {
    const requestId = currentRequestId() ?? null;
    for (const execution of executions) {
      if (execution.hasEnded) {
        this.changed(execution.workflowId, execution.id, 'failed', execution.parentId);
        continue;
      }
      this.changed(execution.workflowId, execution.id, 'running');
      if (!execution.waits) this.unqueued.push({ requestId, ...execution });
    }
    if (this.unqueued.length >= MOST_EXECUTIONS_PER_JOB) this.pacer.askNow();
    else this.pacer.ask();
  }

  /** The process may end before it queues executions that are accepted after this call. The sweep queues them later. */
  onModuleDestroy(): void {
    this.queueAccepted();
  }

  /** Calls the listener for each execution that this process accepts or ends. */
  onChange(listener: ChangeListener): void {
    this.listeners.push(listener);
  }

  /** Publishes and queues executions that were waiting for another one to end. Returns at once. */
  started(executions: readonly Pick<AcceptedExecution, 'id' | 'workflowId' | 'requestId'>[]): void {
    for (const { id, workflowId } of executions)
      this.bus.publish(executionStatusChanged, { workflowId, executionId: id, status: 'running' });
    if (executions.length > 0)
      this.queue(executions.map(({ id, requestId }) => ({ id, version: 0, requestId })));
  }

  /** @param parentId the execution whose `run_workflow` node has started this execution */
  changed(workflowId: string, executionId: string, status: ExecutionStatus, parentId?: string | null): void {
    for (const listener of this.listeners) listener(executionId, status, parentId ?? null);
    this.bus.publish(executionStatusChanged, { workflowId, executionId, status });
  }

  /** Publishes that results of an execution were saved before its end. */
  progressed(workflowId: string, executionId: string): void {
    this.bus.publish(executionProgressed, { workflowId, executionId });
  }

  /**
   * Queues executions whose waits have ended, and informs the workers that run them. Call it after the commit. Returns
   * at once.
   */
  woken(executions: readonly WokenExecution[]): void {
    if (executions.length === 0) return;
    this.bus.publish(executionsWoken, { executionIds: executions.map(({ id }) => id) });
    this.enqueue(
      executions.map(({ id, wakes }) => ({
        payload: { executionIds: [id] },
        jobId: jobIdFor(runExecutions, id, `woken-${wakes}`),
      })),
    );
  }

  /** Queues a job for each execution. Returns at once. */
  queue(executions: readonly QueuedExecution[]): void {
    this.enqueue(executions.map((execution) => jobOf(execution)));
  }

  /**
   * Enqueues one job per execution. Call it if the shared job of the executions failed or had no slot for them.
   * @throws DomainError `unavailable` if the queue cannot be reached
   */
  async queueSeparately(executionIds: readonly string[]): Promise<void> {
    const jobs = executionIds.map((id) => ({
      payload: { executionIds: [id] },
      jobId: jobIdFor(runExecutions, id, 'apart'),
    }));
    await this.jobs.enqueueMany(runExecutions, jobs);
  }

  private queueAccepted(): void {
    const jobs = batchesOf(this.unqueued).map(([first, ...others]) =>
      others.length > 0
        ? { payload: { executionIds: [first.id, ...others.map(({ id }) => id)] }, requestId: null }
        : jobOf({ ...first, version: 0 }),
    );
    this.unqueued = [];
    this.enqueue(jobs);
  }

  private enqueue(jobs: readonly JobToEnqueue<RunExecutionsJob>[]): void {
    this.jobs.enqueueMany(runExecutions, jobs).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Executions could not be queued. The next sweep queues them.');
    });
  }
}

function jobOf({ id, version, delayMs, requestId }: QueuedExecution): JobToEnqueue<RunExecutionsJob> {
  return { payload: { executionIds: [id] }, jobId: jobIdFor(runExecutions, id, version), delayMs, requestId };
}

function batchesOf(executions: readonly AcceptedExecution[]): [AcceptedExecution, ...AcceptedExecution[]][] {
  const batches: [AcceptedExecution, ...AcceptedExecution[]][] = [];
  let room = 0;
  for (const execution of executions) {
    const { characters = Infinity } = execution;
    const batch = batches.at(-1);
    room -= characters;
    if (batch && batch.length < MOST_EXECUTIONS_PER_JOB && room >= 0) batch.push(execution);
    else {
      batches.push([execution]);
      room = MAX_CHARACTERS_PER_JOB - characters;
    }
  }
  return batches;
}
