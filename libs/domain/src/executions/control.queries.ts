import { dialectSql, WorkflowExecutionEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

/** Ends an execution by somebody's word, wherever it is. False where it had ended before, or is not there. */
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

/** An execution of this workflow. */
export function findExecution(
  manager: EntityManager,
  workflowId: string,
  id: string,
): Promise<WorkflowExecutionEntity | null> {
  return manager.findOneBy(WorkflowExecutionEntity, { id, workflowId });
}

/** What an execution works with, JSON; null where it is gone. */
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
