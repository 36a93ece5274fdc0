import { isUuid } from '@app/kernel';
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
  isRight: (payload) =>
    Object.keys(payload).length === 1 &&
    'executionId' in payload &&
    typeof payload.executionId === 'string' &&
    isUuid(payload.executionId),
  forgetWhenDone: true,
});
