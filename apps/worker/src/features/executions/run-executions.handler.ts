import { type RunExecutionsJob, runExecutions } from '@app/contracts';
import { ExecutionBatchRunner } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(runExecutions)
export class RunExecutionsHandler implements JobHandler<RunExecutionsJob> {
  constructor(private readonly batches: ExecutionBatchRunner) {}

  run({ executionIds }: RunExecutionsJob, context: JobContext): Promise<void> {
    return this.batches.run(executionIds, context);
  }
}
