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

/** The parts of an execution that a retry copies, each as JSON. */
export interface ExecutionData {
  triggerData: string;
  webhookRequest: string | null;
  state: string | null;
}

/** Null if the execution was deleted. */
export async function findData(manager: EntityManager, executionId: string): Promise<ExecutionData | null> {
  const [row] = await dialectSql.query<ExecutionData>(
    manager,
    `SELECT e.trigger_data AS "triggerData", e.webhook_request AS "webhookRequest", s.state
     FROM workflow_execution e LEFT JOIN workflow_execution_state s ON s.execution_id = e.id WHERE e.id = ?`,
    [executionId],
  );
  return row ?? null;
}
