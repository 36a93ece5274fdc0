import { dialectSql, WorkflowExecutionEntity, databaseClock } from '@app/entities';
import type { EntityManager } from 'typeorm';

/**
 * Renews the claims that `holder` has on these executions. Call this in a transaction. Locked rows are skipped, so that
 * the deletion of one execution does not delay the renewal of the other claims.
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

/**
 * Claims an execution.
 * @returns false if another worker has a valid claim, the execution has ended, or its stored version is newer than
 * `version`
 */
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

/** Finds the running executions among `ids` that `holder` has claimed. */
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
