import { IsUUID } from 'class-validator';
import { defineJob } from '../define-job';

export class RunExecutionJob {
  @IsUUID() executionId: string;
}

/** Goes on with an execution of a workflow, from where its record says that it is, to its end or its next wait. */
export const runExecution = defineJob({
  name: 'run-execution',
  queue: 'workflows',
  payload: RunExecutionJob,
  forgetWhenDone: true,
});
