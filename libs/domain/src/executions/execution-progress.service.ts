import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { WorkflowsService } from '../workflows/workflows.service';
import { ExecutionAnnouncer } from './execution-announcer';
import type { ExecutionRun, RunEnd } from './execution-run';
import { ExecutionRunFactory } from './execution-run.factory';
import type { LoadedExecution } from './execution-store';
import { ExecutionsInHand } from './executions-in-hand';
import type { TakeUp } from './take-up';

/** Goes on with executions that were loaded, and tells of what comes of them. */
@Injectable()
export class ExecutionProgress {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly runs: ExecutionRunFactory,
    private readonly inHand: ExecutionsInHand,
    private readonly announcer: ExecutionAnnouncer,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found or invalid where its definition cannot be had, or does not fit what was saved */
  async begin(execution: LoadedExecution): Promise<ExecutionRun> {
    const { graph } = await this.workflows.readForRun(execution.workflowId, execution.revision);
    const run = this.runs.create(execution, graph);
    this.inHand.attach(execution.id, run);
    return run;
  }

  /** @throws the reason of the signal where it was given back */
  async goOn(run: ExecutionRun, execution: LoadedExecution, { signal, stalls }: TakeUp): Promise<void> {
    // Before it was in hand nobody could have told it.
    if (signal.aborted) run.giveBack();
    this.tell(execution, await run.go(execution.claim === 'left' || stalls > 0), signal);
  }

  private tell({ id, workflowId }: LoadedExecution, end: RunEnd, signal: AbortSignal): void {
    if (end.kind === 'ended') this.announcer.changed(workflowId, id, end.status);
    if (end.kind === 'given_back') throw signal.reason ?? new Error('The execution was given back.');
    if (end.kind !== 'waits') return;
    const delayMs = Math.max(0, end.untilMs - this.clock.nowMs());
    this.announcer.queue([{ id, version: end.version, delayMs }]);
  }
}
