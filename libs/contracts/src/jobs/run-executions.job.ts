import { isUuid } from '@app/kernel';
import { ArrayMaxSize, ArrayMinSize, IsUUID } from 'class-validator';
import { defineJob } from '../define-job';

/** Maximum number of executions in one job. */
export const MOST_EXECUTIONS_PER_JOB = 50;

export class RunExecutionsJob {
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_EXECUTIONS_PER_JOB)
  @IsUUID(undefined, { each: true })
  executionIds: string[];
}

/**
 * Continues executions of workflows from their recorded state to their end or their next wait. Only executions that
 * were accepted at about the same time share a job.
 */
export const runExecutions = defineJob({
  name: 'run-executions',
  queue: 'workflows',
  payload: RunExecutionsJob,
  isRight: (payload) =>
    Object.keys(payload).length === 1 && 'executionIds' in payload && areRight(payload.executionIds),
  forgetWhenDone: true,
});

function areRight(ids: unknown): boolean {
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST_EXECUTIONS_PER_JOB) return false;
  return ids.every((id) => typeof id === 'string' && isUuid(id));
}
