import { Clock, runInRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ExecutionFaults } from './execution-faults.service';
import { ExecutionProgress } from './execution-progress.service';
import { ExecutionStore, type LoadedExecution } from './execution-store';
import { EARLY_MS } from './execution-timing';
import { ExecutionsInHand } from './executions-in-hand';
import type { TakenUp, TakeUp } from './take-up';

/** Runs executions: each as far as it goes now, to its end or to its next wait. */
@Injectable()
export class ExecutionRunner {
  constructor(
    private readonly store: ExecutionStore,
    private readonly progress: ExecutionProgress,
    private readonly inHand: ExecutionsInHand,
    private readonly faults: ExecutionFaults,
    private readonly clock: Clock,
  ) {}

  /**
   * Goes on with an execution. Does nothing where there is nothing to be done: it has ended, waits, or is in another
   * worker's hands.
   * @throws where it could not be gone on with now and is to be tried again, and where it was given back
   */
  async run(executionId: string, takeUp: TakeUp): Promise<void> {
    if (!this.inHand.take(executionId, takeUp.signal)) return;
    const taken: TakenUp = { executionId, takeUp };
    try {
      const execution = (taken.execution = await this.store.load(executionId));
      if (!execution || !this.isDue(execution)) return;
      await asRequestOf(execution, () => this.goOn(execution, taken));
    } catch (error) {
      await asRequestOf(taken.execution, () => this.faults.bear(error, taken));
    } finally {
      this.inHand.release(executionId);
    }
  }

  private async goOn(execution: LoadedExecution, taken: TakenUp): Promise<void> {
    const run = (taken.run = await this.progress.begin(execution));
    await this.progress.goOn(run, execution, taken.takeUp);
  }

  private isDue({ status, claim, version, dueAtMs }: LoadedExecution): boolean {
    if (status !== 'running' || claim === 'held') return false;
    // One that is new waits for nothing, whatever the clock of him says who accepted it.
    return claim === 'left' || version === 0 || (dueAtMs ?? 0) <= this.clock.nowMs() + EARLY_MS;
  }
}

/** What is logged and queued of an execution is so for the request that set it going. */
function asRequestOf(
  execution: LoadedExecution | null | undefined,
  work: () => Promise<void>,
): Promise<void> {
  return execution?.requestId ? runInRequest(execution.requestId, work) : work();
}
