import { isDatabaseUnreachable, isTransientConflict } from '@app/entities';
import { Clock, DomainError } from '@app/kernel';
import type { CompiledGraph } from '@app/workflow-engine';
import { Injectable, Logger } from '@nestjs/common';
import { WorkflowsService } from '../workflows/workflows.service';
import { ExecutionAnnouncer } from './execution-announcer';
import { isCausedByFailure, storableError } from './execution-failure';
import type { ExecutionRun, RunEnd } from './execution-run';
import { ExecutionRunFactory } from './execution-run.factory';
import { ExecutionStore, type LoadedExecution } from './execution-store';
import { ExecutionsInHand } from './executions-in-hand';

/** How an execution came into this worker's hands. */
export interface TakeUp {
  /** 1 at the first try. */
  attempt: number;
  /** How often a worker took it and then died, or stood still. */
  stalls: number;
  /** Aborted when the process is about to end. */
  signal: AbortSignal;
}

/** A wait may be over a little early, by the difference of two clocks. */
const EARLY_MS = 2000;
/** What breaks off so often by a fault of the service is not tried any more. */
const MOST_ATTEMPTS = 3;
const FAULT = 'The execution broke off: a fault of the service.';

/** Runs executions: each as far as it goes now, to its end or to its next wait. */
@Injectable()
export class ExecutionRunner {
  private readonly logger = new Logger(ExecutionRunner.name);

  constructor(
    private readonly store: ExecutionStore,
    private readonly workflows: WorkflowsService,
    private readonly runs: ExecutionRunFactory,
    private readonly inHand: ExecutionsInHand,
    private readonly announcer: ExecutionAnnouncer,
    private readonly clock: Clock,
  ) {}

  /**
   * Goes on with an execution. Does nothing where there is nothing to be done: it has ended, waits, or is in another
   * worker's hands.
   * @throws where it could not be gone on with now and is to be tried again, and where it was given back
   */
  async run(executionId: string, takeUp: TakeUp): Promise<void> {
    if (!this.inHand.take(executionId)) return;
    try {
      const execution = await this.store.load(executionId);
      if (execution && this.isDue(execution)) await this.goOn(execution, takeUp);
    } finally {
      this.inHand.release(executionId);
    }
  }

  private isDue({ status, claim, dueAtMs }: LoadedExecution): boolean {
    if (status !== 'running' || claim === 'held') return false;
    return claim === 'left' || (dueAtMs ?? 0) <= this.clock.nowMs() + EARLY_MS;
  }

  private async goOn(execution: LoadedExecution, takeUp: TakeUp): Promise<void> {
    let run: ExecutionRun | undefined;
    try {
      const graph = await this.graphOf(execution);
      if (graph === null) return;
      run = this.runs.create(execution, graph);
      this.inHand.attach(execution.id, run);
      this.tell(execution, await this.go(run, execution, takeUp), takeUp);
    } catch (error) {
      if (takeUp.signal.aborted || isPassing(error) || takeUp.attempt < MOST_ATTEMPTS) throw error;
      this.logger.error({ err: error, executionId: execution.id }, FAULT);
      await this.giveUp(execution, FAULT, run?.version);
    }
  }

  private async go(run: ExecutionRun, { claim }: LoadedExecution, takeUp: TakeUp): Promise<RunEnd> {
    const { signal, stalls } = takeUp;
    const giveBack = () => run.giveBack();
    signal.addEventListener('abort', giveBack, { once: true });
    if (signal.aborted) giveBack();
    try {
      return await run.go(claim === 'left' || stalls > 0);
    } finally {
      signal.removeEventListener('abort', giveBack);
    }
  }

  private tell({ id, workflowId }: LoadedExecution, end: RunEnd, { signal }: TakeUp): void {
    if (end.kind === 'ended') this.announcer.changed(workflowId, id, end.status);
    if (end.kind === 'given_back') throw signal.reason ?? new Error('The execution was given back.');
    if (end.kind !== 'waits') return;
    const delayMs = Math.max(0, end.untilMs - this.clock.nowMs());
    this.announcer.queue([{ id, version: end.version, delayMs }]);
  }

  /** Null where it cannot be had: then the execution has failed. */
  private async graphOf(execution: LoadedExecution): Promise<CompiledGraph | null> {
    try {
      return (await this.workflows.readForRun(execution.workflowId, execution.revision)).graph;
    } catch (error) {
      if (!(error instanceof DomainError) || (error.kind !== 'not_found' && error.kind !== 'invalid'))
        throw error;
      await this.giveUp(execution, error.message);
      return null;
    }
  }

  /** Ends it as failed where the engine cannot. */
  private async giveUp(
    execution: LoadedExecution,
    reason: string,
    version = execution.version,
  ): Promise<void> {
    const { id, workflowId } = execution;
    const ended = await this.store.save({
      id,
      workflowId,
      version,
      next: 'failed',
      error: storableError(reason),
      tells: !isCausedByFailure(execution),
      results: [],
      part: 0,
    });
    if (ended) this.announcer.changed(workflowId, id, 'failed');
  }
}

/** True for what is over after a while. */
function isPassing(error: unknown): boolean {
  const unavailable = error instanceof DomainError && error.kind === 'unavailable';
  return unavailable || isDatabaseUnreachable(error) || isTransientConflict(error);
}
