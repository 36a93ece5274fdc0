import { type RunExecutionJob, runExecution } from '@app/contracts';
import { HandlesJob, type JobHandler } from '@app/queue';

@HandlesJob(runExecution)
export class RunExecutionHandler implements JobHandler<RunExecutionJob> {
  async run({ executionId }: RunExecutionJob): Promise<void> {
    await Promise.reject(new Error(`Executions are not run yet: ${executionId}`));
  }
}
