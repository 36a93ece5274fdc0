import { type Message } from '@app/kernel';
import { databaseClock, dialectSql, storedMessage, WorkflowExecutionEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

/** The condition that the execution is running and no other worker has a valid claim. */
const AVAILABLE = `id = ? AND status = 'running'
  AND (claimed_by IS NULL OR claimed_by = ? OR claimed_until <= ${databaseClock.now})`;

/**
 * Adds an internal error to the execution's count of recoveries without progress, and lets the claim of the worker
 * `holder` expire at once, so that another worker recovers the execution.
 * @param more the number to add: 0 if the row already counts this recovery, otherwise 1
 * @returns the new count; null if the execution has ended or another worker has claimed it
 */
export async function countError(
  manager: EntityManager,
  id: string,
  holder: string,
  more: 0 | 1,
): Promise<number | null> {
  const updated = await dialectSql.change(
    manager,
    `UPDATE workflow_execution
     SET revivals = revivals + ${more}, claimed_by = ?, claimed_until = ${databaseClock.now} WHERE ${AVAILABLE}`,
    [holder, id, holder],
  );
  if (updated === 0) return null;
  const row = await manager.findOne(WorkflowExecutionEntity, {
    select: { id: true, recoveries: true },
    where: { id },
  });
  return row?.recoveries ?? null;
}

/**
 * Marks an execution as failed by changing only its row. Used if its state or results cannot be read or written.
 * @returns the execution's workflow; null if the execution has ended or another worker has claimed it
 */
export async function failExecutionRow(
  manager: EntityManager,
  id: string,
  holder: string,
  { error, atMs }: { error: Message; atMs: number },
): Promise<string | null> {
  const ended = await dialectSql.change(
    manager,
    `UPDATE workflow_execution SET status = 'failed', error = ?, finished_at = ?, due_at = NULL,
       claimed_by = NULL, claimed_until = NULL, version = version + 1 WHERE ${AVAILABLE}`,
    [storedMessage.to(error), new Date(atMs), id, holder],
  );
  if (ended === 0) return null;
  const row = await manager.findOne(WorkflowExecutionEntity, {
    select: { id: true, workflowId: true },
    where: { id },
  });
  return row?.workflowId ?? null;
}
