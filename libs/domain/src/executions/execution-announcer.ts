import {
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
import type { AcceptedExecution } from './execution-request';

interface QueuedExecution {
  id: string;
  /** The write of its state that the job goes on from: the same work is queued once. */
  version: number;
  delayMs?: number;
  requestId?: string | null;
}

/** What the executions of one job bring along, characters: they are in one worker's memory at the same time. */
const MOST_CHARACTERS_PER_JOB = 200_000;
/** In a stream of accepted executions, those of this time are queued together, or as many as fill a job. */
const EVERY_MS = 50;

/** Tells screens of executions, and has them run. What it cannot queue is swept up later. */
@Injectable()
export class ExecutionAnnouncer implements OnModuleDestroy {
  private readonly logger = new Logger(ExecutionAnnouncer.name);
  private readonly listeners: ((executionId: string, status: ExecutionStatus) => void)[] = [];
  private accepts: AcceptedExecution[] = [];
  private readonly pacer = new Pacer(() => this.queueAccepted(), EVERY_MS);

  constructor(
    private readonly jobs: JobClient,
    private readonly bus: EventBus,
  ) {}

  /** @throws DomainError `unavailable` while the queue is known not to answer */
  assertReachable(): void {
    this.jobs.assertReachable();
  }

  /**
   * To be called once the rows of these executions are committed. Of those that are accepted at about the same time,
   * the small ones travel in one job: most executions take less than the trip. Waits for nothing.
   */
  accepted(executions: readonly AcceptedExecution[]): void {
    const requestId = currentRequestId() ?? null;
    for (const execution of executions) {
      this.changed(execution.workflowId, execution.id, 'running');
      this.accepts.push({ requestId, ...execution });
    }
    if (this.accepts.length >= MOST_EXECUTIONS_PER_JOB) this.pacer.askNow();
    else this.pacer.ask();
  }

  /** What is accepted still later is queued if there is time, and found by the sweep if there is not. */
  onModuleDestroy(): void {
    this.queueAccepted();
  }

  /** Calls the listener for each execution that this process accepts or ends. */
  onChange(listener: (executionId: string, status: ExecutionStatus) => void): void {
    this.listeners.push(listener);
  }

  changed(workflowId: string, executionId: string, status: ExecutionStatus): void {
    for (const listener of this.listeners) listener(executionId, status);
    this.bus.publish(executionStatusChanged, { workflowId, executionId, status });
  }

  /** Has each of them gone on with by itself. Waits for nothing. */
  queue(executions: readonly QueuedExecution[]): void {
    this.enqueue(executions.map((execution) => jobOf(execution)));
  }

  /**
   * Has executions that travelled together taken up each by itself, after the job that had them came to nothing.
   * @throws DomainError `unavailable` where the queue cannot be reached
   */
  async part(executionIds: readonly string[]): Promise<void> {
    const jobs = executionIds.map((id) => ({
      payload: { executionIds: [id] },
      jobId: jobIdFor(runExecutions, id, 'apart'),
    }));
    await this.jobs.enqueueMany(runExecutions, jobs);
  }

  private queueAccepted(): void {
    const jobs = travelGroups(this.accepts).map(([first, ...others]) =>
      others.length > 0
        ? { payload: { executionIds: [first.id, ...others.map(({ id }) => id)] }, requestId: null }
        : jobOf({ ...first, version: 0 }),
    );
    this.accepts = [];
    this.enqueue(jobs);
  }

  private enqueue(jobs: readonly JobToEnqueue<RunExecutionsJob>[]): void {
    this.jobs.enqueueMany(runExecutions, jobs).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'Executions wait for the next sweep');
    });
  }
}

function jobOf({ id, version, delayMs, requestId }: QueuedExecution): JobToEnqueue<RunExecutionsJob> {
  return { payload: { executionIds: [id] }, jobId: jobIdFor(runExecutions, id, version), delayMs, requestId };
}

function travelGroups(
  executions: readonly AcceptedExecution[],
): [AcceptedExecution, ...AcceptedExecution[]][] {
  const groups: [AcceptedExecution, ...AcceptedExecution[]][] = [];
  let room = 0;
  for (const execution of executions) {
    const { characters = Infinity } = execution;
    const group = groups.at(-1);
    room -= characters;
    if (group && group.length < MOST_EXECUTIONS_PER_JOB && room >= 0) group.push(execution);
    else {
      groups.push([execution]);
      room = MOST_CHARACTERS_PER_JOB - characters;
    }
  }
  return groups;
}
