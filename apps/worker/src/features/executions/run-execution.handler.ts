import { type RunExecutionJob, runExecution } from '@app/contracts';
import { ExecutionRunner } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(runExecution)
export class RunExecutionHandler implements JobHandler<RunExecutionJob> {
  constructor(private readonly executions: ExecutionRunner) {}

  run({ executionId }: RunExecutionJob, context: JobContext): Promise<void> {
    return this.executions.run(executionId, context);
  }
}
