import {
  WorkflowExecutionEntity,
  WorkflowExecutionResultsEntity,
  WorkflowExecutionStateEntity,
} from '@app/entities';
import { newId, say } from '@app/kernel';
import type { DataSource } from 'typeorm';

const MADE_AT = new Date('2026-01-01T00:00:00Z');

interface Belongings {
  triggerData?: unknown;
  /** The saved state, for example of a failed execution. By default, no state is stored. */
  state?: object;
  /** The node results, one list for each stored part. */
  results?: object[][];
}

/** Stores an execution. By default, it is successful and its results consist of one empty part. */
export async function anExecution(
  dataSource: DataSource,
  workflowId: string,
  overrides: Partial<WorkflowExecutionEntity> = {},
  { triggerData = {}, state, results = [[]] }: Belongings = {},
): Promise<WorkflowExecutionEntity> {
  const { status = 'success' } = overrides;
  const execution = Object.assign(new WorkflowExecutionEntity(), {
    id: newId(),
    workflowId,
    revision: 1,
    status,
    trigger: 'manual',
    triggerData: JSON.stringify(triggerData),
    startedAt: MADE_AT,
    finishedAt: status === 'running' ? null : MADE_AT,
    dueAt: status === 'running' ? MADE_AT : null,
    version: 1,
    claimedBy: null,
    claimedUntil: null,
    recoveries: 0,
    dryRun: false,
    retryOf: null,
    error: status === 'failed' ? say('other', { reason: 'it did not work' }) : null,
    requestId: null,
    ...overrides,
  });
  const { id: executionId } = execution;
  const { manager } = dataSource;
  await manager.insert(WorkflowExecutionEntity, execution);
  if (state)
    await manager.insert(WorkflowExecutionStateEntity, { executionId, state: JSON.stringify(state) });
  await manager.insert(
    WorkflowExecutionResultsEntity,
    results.map((part, index) => ({ executionId, part: index + 1, results: JSON.stringify(part) })),
  );
  return execution;
}
