import { RememberedChangeEntity, RememberedValueEntity, WorkflowExecutionEntity } from '@app/entities';
import { type EntityManager, In, IsNull, LessThanOrEqual, MoreThan } from 'typeorm';

export interface ValueKey {
  owner: string;
  name: string;
}

export function findValue(manager: EntityManager, key: ValueKey): Promise<RememberedValueEntity | null> {
  return manager.findOneBy(RememberedValueEntity, key);
}

/** Returns the unexpired values of these owners. */
export function findCurrent(
  manager: EntityManager,
  owners: readonly string[],
  now: Date,
): Promise<RememberedValueEntity[]> {
  const owner = In([...owners]);
  return manager.find(RememberedValueEntity, {
    where: [
      { owner, expiresAt: IsNull() },
      { owner, expiresAt: MoreThan(now) },
    ],
  });
}

/** Read the value and lock it until the transaction ends. */
export function lockValue(manager: EntityManager, key: ValueKey): Promise<RememberedValueEntity | null> {
  return manager.findOne(RememberedValueEntity, { where: key, lock: { mode: 'pessimistic_write' } });
}

export function countValues(manager: EntityManager, owner: string): Promise<number> {
  return manager.countBy(RememberedValueEntity, { owner });
}

/** Deletes all expired values or, if `owner` is given, the expired values of this owner. */
export async function deleteExpired(manager: EntityManager, now: Date, owner?: string): Promise<void> {
  await manager.delete(RememberedValueEntity, { ...(owner && { owner }), expiresAt: LessThanOrEqual(now) });
}

/** Returns true if the execution is running, and prevents its end and its deletion until the transaction ends. */
export async function holdRunning(manager: EntityManager, executionId: string): Promise<boolean> {
  const row = await manager.findOne(WorkflowExecutionEntity, {
    select: { id: true },
    where: { id: executionId, status: 'running' },
    lock: { mode: 'pessimistic_write' },
  });
  return row !== null;
}

/** Executions that are not running, but still have stored results of changes. */
export async function findEndedWithChanges(manager: EntityManager, limit: number): Promise<string[]> {
  const rows = await manager
    .createQueryBuilder(RememberedChangeEntity, 'made')
    .select('made.execution_id', 'executionId')
    .leftJoin(
      WorkflowExecutionEntity,
      'execution',
      `execution.id = made.execution_id AND execution.status = 'running'`,
    )
    .where('execution.id IS NULL')
    .groupBy('made.execution_id')
    .limit(limit)
    .getRawMany<{ executionId: string }>();
  return rows.map(({ executionId }) => executionId);
}

export async function deleteChanges(manager: EntityManager, executionIds: readonly string[]): Promise<void> {
  await manager.delete(RememberedChangeEntity, { executionId: In([...executionIds]) });
}
