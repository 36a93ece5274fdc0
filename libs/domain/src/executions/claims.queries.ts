import { dialectSql, WorkflowExecutionEntity } from '@app/entities';
import { databaseClock } from '@app/leases';
import type { EntityManager } from 'typeorm';

/**
 * Says that this worker is still at those of these executions that it has claimed. To be called in a transaction. One
 * that another has locked (it is being removed, say) is passed over: the others' claims must not run out for its sake.
 */
export async function renewClaims(
  manager: EntityManager,
  holder: string,
  ids: readonly string[],
  claimMs: number,
): Promise<void> {
  const rows = await dialectSql.query<{ id: string }>(
    manager,
    `SELECT id FROM workflow_execution
     WHERE id IN (${ids.map(() => '?').join(', ')}) AND claimed_by = ? AND status = 'running'
     ORDER BY id FOR UPDATE SKIP LOCKED`,
    [...ids, holder],
  );
  if (rows.length === 0) return;
  await manager
    .createQueryBuilder()
    .update(WorkflowExecutionEntity)
    .set({ claimedUntil: () => databaseClock.afterMs(claimMs) })
    .where('id IN (:...ids)', { ids: rows.map(({ id }) => id) })
    .execute();
}

/** Claims an execution that nobody has claimed, and nobody has written to since. False where that is not so. */
export async function claimExecution(
  manager: EntityManager,
  holder: string,
  { id, version }: { id: string; version: number },
  claimMs: number,
): Promise<boolean> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(WorkflowExecutionEntity)
    .set({ claimedBy: holder, claimedUntil: () => databaseClock.afterMs(claimMs) })
    .where("id = :id AND version = :version AND status = 'running'", { id, version })
    .andWhere(`(claimed_by IS NULL OR claimed_by = :holder OR claimed_until <= ${databaseClock.now})`, {
      holder,
    })
    .execute();
  return affected === 1;
}

/** Those of these executions that this worker has claimed, and that run. */
export async function findClaimed(
  manager: EntityManager,
  holder: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await dialectSql.query<{ id: string }>(
    manager,
    `SELECT id FROM workflow_execution
     WHERE claimed_by = ? AND status = 'running' AND id IN (${ids.map(() => '?').join(', ')})`,
    [holder, ...ids],
  );
  return new Set(rows.map(({ id }) => id));
}
