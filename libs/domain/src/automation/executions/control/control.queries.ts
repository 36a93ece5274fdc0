import { dialectSql, WorkflowExecutionEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

/**
 * Fails a running execution, whether a worker has claimed it or not. @returns false if it has ended or does not exist
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

/** The trigger data and saved state of an execution, each as JSON; null if the execution was deleted. */
export async function findData(
  manager: EntityManager,
  executionId: string,
): Promise<{ triggerData: string; state: string | null } | null> {
  const [row] = await dialectSql.query<{ triggerData: string; state: string | null }>(
    manager,
    `SELECT e.trigger_data AS "triggerData", s.state
     FROM workflow_execution e LEFT JOIN workflow_execution_state s ON s.execution_id = e.id WHERE e.id = ?`,
    [executionId],
  );
  return row ?? null;
}
