import { dialectSql, type WorkflowMode } from '@app/entities';
import type { EntityManager } from 'typeorm';

/** The parts of an execution that a retry copies. Texts are JSON. */
export interface ExecutionData {
  triggerData: string;
  webhookRequest: string | null;
  givenOutputs: string | null;
  /** Text on PostgreSQL. */
  clockOffsetMs: number | string | null;
  state: string | null;
  /** The current mode of the workflow. */
  mode: WorkflowMode;
}

/** Null if the execution was deleted. */
export async function findData(manager: EntityManager, executionId: string): Promise<ExecutionData | null> {
  const [row] = await dialectSql.query<ExecutionData>(
    manager,
    `SELECT e.trigger_data AS "triggerData", e.webhook_request AS "webhookRequest",
       e.given_outputs AS "givenOutputs", e.clock_offset_ms AS "clockOffsetMs", s.state, w.mode
     FROM workflow_execution e JOIN workflow w ON w.id = e.workflow_id
     LEFT JOIN workflow_execution_state s ON s.execution_id = e.id WHERE e.id = ?`,
    [executionId],
  );
  return row ?? null;
}
