import { type RunExecutionsJob, runExecutions } from '@app/contracts';
import { ExecutionGroups } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(runExecutions)
export class RunExecutionsHandler implements JobHandler<RunExecutionsJob> {
  constructor(private readonly groups: ExecutionGroups) {}

  run({ executionIds }: RunExecutionsJob, context: JobContext): Promise<void> {
    return this.groups.run(executionIds, context);
  }
}
