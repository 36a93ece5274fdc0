import { Injectable } from '@nestjs/common';
import { ExecutionAnnouncer } from './execution-announcer';
import { ExecutionRunner } from './execution-runner.service';
import { ExecutionsInHand } from './executions-in-hand';
import type { TakeUp } from './take-up';

/** Runs executions that travelled in one job, beside each other. */
@Injectable()
export class ExecutionGroups {
  constructor(
    private readonly runner: ExecutionRunner,
    private readonly inHand: ExecutionsInHand,
    private readonly announcer: ExecutionAnnouncer,
  ) {}

  /**
   * Goes on with each of them. Several whose job is taken up anew are parted instead: which of them was its end is not
   * known, and none is to suffer for another.
   * @throws where any of them is to be tried again, and where they were given back
   */
  async run(executionIds: readonly string[], takeUp: TakeUp): Promise<void> {
    const isAnew = takeUp.attempt > 1 || takeUp.stalls > 0;
    if (executionIds.length > 1 && isAnew) return this.announcer.part(executionIds);
    const { signal } = takeUp;
    const giveBack = () => this.inHand.giveBack(executionIds);
    signal.addEventListener('abort', giveBack, { once: true });
    try {
      await this.runAll(executionIds, takeUp);
    } finally {
      signal.removeEventListener('abort', giveBack);
    }
  }

  private async runAll(executionIds: readonly string[], takeUp: TakeUp): Promise<void> {
    const runs = await Promise.allSettled(executionIds.map((id) => this.runner.run(id, takeUp)));
    const broken = runs.find((run) => run.status === 'rejected');
    if (broken) throw broken.reason;
  }
}
