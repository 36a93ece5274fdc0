import { Environment } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import { ExecutionAnnouncer } from './execution-announcer';
import { ExecutionRunner } from './execution-runner.service';
import { EXECUTION_TIMING, type ExecutionTiming } from './execution-timing';
import { ExecutionsInHand } from './executions-in-hand';
import { Places } from './places';
import type { TakeUp } from './take-up';

/** Extra executions a worker may run for each job slot. At the default concurrency a full job runs as one batch. */
const MORE_PER_JOB = 3;

/** Runs executions that travelled in one job, beside each other. */
@Injectable()
export class ExecutionGroups {
  /** Of those that are not the first of their job: that one has the place of the job. */
  private readonly places: Places;

  constructor(
    { WORKER_CONCURRENCY }: Environment,
    private readonly runner: ExecutionRunner,
    private readonly inHand: ExecutionsInHand,
    private readonly announcer: ExecutionAnnouncer,
    @Inject(EXECUTION_TIMING) private readonly timing: ExecutionTiming,
  ) {
    this.places = new Places(MORE_PER_JOB * WORKER_CONCURRENCY);
  }

  /**
   * Goes on with each of them. Several whose job is taken up anew are parted instead: which of them was its end is not
   * known, and none is to suffer for another.
   * @throws where any of them is to be tried again, and where they were given back
   */
  async run(executionIds: readonly string[], takeUp: TakeUp): Promise<void> {
    const isAnew = takeUp.attempt > 1 || takeUp.stalls > 0;
    if (executionIds.length > 1 && isAnew) return this.announcer.part(executionIds);
    const { signal } = takeUp;
    const giveBack = () => this.inHand.giveBack(signal);
    signal.addEventListener('abort', giveBack, { once: true });
    try {
      await this.runAll(executionIds, takeUp);
    } finally {
      signal.removeEventListener('abort', giveBack);
    }
  }

  private async runAll([first = '', ...others]: readonly string[], takeUp: TakeUp): Promise<void> {
    const runs = await Promise.allSettled([
      this.runner.run(first, takeUp),
      ...others.map((id) => this.runBeside(id, takeUp)),
    ]);
    const broken = runs.find((run) => run.status === 'rejected');
    if (broken) throw broken.reason;
  }

  private async runBeside(executionId: string, takeUp: TakeUp): Promise<void> {
    if (!(await this.places.take(this.timing.placeMs))) return this.announcer.part([executionId]);
    try {
      takeUp.signal.throwIfAborted();
      await this.runner.run(executionId, takeUp);
    } finally {
      this.places.giveBack();
    }
  }
}
