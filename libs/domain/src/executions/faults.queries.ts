import { dialectSql, WorkflowExecutionEntity } from '@app/entities';
import { databaseClock } from '@app/leases';
import type { EntityManager } from 'typeorm';

/** Runs, and no other worker is at it. */
const OWN = `id = ? AND status = 'running'
  AND (claimed_by IS NULL OR claimed_by = ? OR claimed_until <= ${databaseClock.now})`;

/**
 * Puts down that `holder` has broken off an execution: whoever is next takes it over as from one that died.
 * @param more 1 where this take-up was not counted yet, else 0
 * @returns how often it was taken up without progress; null where it has ended, or another worker has it
 */
export async function noteBroken(
  manager: EntityManager,
  id: string,
  holder: string,
  more: 0 | 1,
): Promise<number | null> {
  const noted = await dialectSql.change(
    manager,
    `UPDATE workflow_execution
     SET revivals = revivals + ${more}, claimed_by = ?, claimed_until = ${databaseClock.now} WHERE ${OWN}`,
    [holder, id, holder],
  );
  if (noted === 0) return null;
  const row = await manager.findOne(WorkflowExecutionEntity, {
    select: { id: true, revivals: true },
    where: { id },
  });
  return row?.revivals ?? null;
}

/**
 * Ends an execution as failed by its row alone, whatever else there is of it cannot be read or written.
 * @returns its workflow; null where it had ended, or another worker has it
 */
export async function endBroken(
  manager: EntityManager,
  id: string,
  holder: string,
  { error, atMs }: { error: string; atMs: number },
): Promise<string | null> {
  const ended = await dialectSql.change(
    manager,
    `UPDATE workflow_execution SET status = 'failed', error = ?, finished_at = ?, due_at = NULL,
       claimed_by = NULL, claimed_until = NULL, version = version + 1 WHERE ${OWN}`,
    [error, new Date(atMs), id, holder],
  );
  if (ended === 0) return null;
  const row = await manager.findOne(WorkflowExecutionEntity, {
    select: { id: true, workflowId: true },
    where: { id },
  });
  return row?.workflowId ?? null;
}
