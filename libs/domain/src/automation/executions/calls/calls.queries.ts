import { dialectSql, ExecutionCallEntity, type ExecutionStatus } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

/** A stored call, with the current state of the execution that it has started. */
export interface StoredCall {
  executionId: string;
  startedAtMs: number;
  /** Null if the execution was deleted. */
  status: ExecutionStatus | null;
  /** JSON of a message. */
  error: string | null;
  /** JSON; null if the execution has reached no `end` node. */
  output: string | null;
}

export async function findCall(manager: EntityManager, stepKey: string): Promise<StoredCall | null> {
  const [call] = await dialectSql.query<StoredCall>(
    manager,
    `SELECT c.execution_id AS "executionId", ${dialectSql.instantMs('c.created_at')} AS "startedAtMs",
       e.status, e.error, c.output
     FROM execution_call c LEFT JOIN workflow_execution e ON e.id = c.execution_id WHERE c.step_key = ?`,
    [stepKey],
  );
  return call ?? null;
}

/** Returns true if an execution waits for the end of this execution. */
export function isAwaited(manager: EntityManager, executionId: string): Promise<boolean> {
  return manager.existsBy(ExecutionCallEntity, { executionId, isAwaited: true });
}

/** Stores the output of an `end` node, so that the calling execution can read it. @param output JSON */
export async function storeOutput(
  manager: EntityManager,
  executionId: string,
  output: string,
): Promise<void> {
  await manager.update(ExecutionCallEntity, { executionId }, { output });
}

/** Deletes the calls and the answers of executions. */
export async function deleteCalls(manager: EntityManager, callerIds: readonly string[]): Promise<void> {
  await manager.delete(ExecutionCallEntity, { callerId: In([...callerIds]) });
}
