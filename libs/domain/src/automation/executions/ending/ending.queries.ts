import { type Message } from '@app/kernel';
import { WorkflowExecutionEntity, WorkflowExecutionStateEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

/** Marks executions as failed, even if a worker has claimed them. The transaction must have locked them. */
export async function endRunning(
  manager: EntityManager,
  ids: readonly string[],
  { error, atMs }: { error: Message; atMs: number },
): Promise<void> {
  await manager.update(
    WorkflowExecutionEntity,
    { id: In([...ids]), status: 'running' },
    {
      status: 'failed',
      error,
      finishedAt: new Date(atMs),
      dueAt: null,
      claimedBy: null,
      claimedUntil: null,
      version: () => 'version + 1',
    },
  );
}

/** The saved states as JSON, by the id of the execution. */
export async function findStates(
  manager: EntityManager,
  executionIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await manager.findBy(WorkflowExecutionStateEntity, { executionId: In([...executionIds]) });
  return new Map(rows.map(({ executionId, state }) => [executionId, state]));
}
