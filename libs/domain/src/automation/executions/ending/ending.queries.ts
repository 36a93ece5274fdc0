import { WorkflowExecutionEntity, WorkflowExecutionStateEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

/**
 * Marks a running execution as failed, even if a worker has claimed it.
 * @returns false if it has ended or does not exist
 */
export async function endRunning(
  manager: EntityManager,
  { workflowId, id, error, atMs }: { workflowId: string; id: string; error: string; atMs: number },
): Promise<boolean> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(WorkflowExecutionEntity)
    .set({
      status: 'failed',
      error,
      finishedAt: new Date(atMs),
      dueAt: null,
      claimedBy: null,
      claimedUntil: null,
      version: () => 'version + 1',
    })
    .where("id = :id AND workflow_id = :workflowId AND status = 'running'", { id, workflowId })
    .execute();
  return affected === 1;
}

/** The saved state as JSON; null if none was saved. */
export async function findState(manager: EntityManager, executionId: string): Promise<string | null> {
  const row = await manager.findOneBy(WorkflowExecutionStateEntity, { executionId });
  return row?.state ?? null;
}
