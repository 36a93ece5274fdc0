import { IdempotencyKeyEntity } from '@app/entities';
import { groupBy } from '@app/kernel';
import { type EntityManager, In, LessThan } from 'typeorm';

/** The scope and the key of a request. */
export interface RequestName {
  scope: string;
  requestKey: string;
}

/** Placeholder for the result of a request that is still running. The id identifies the running attempt. */
export interface Pending {
  pending: string;
}

/** Deletes a key that was first used before the given time, so that it can be used again. */
export async function dropOutdatedKey(
  manager: EntityManager,
  name: RequestName,
  before: Date,
): Promise<void> {
  await manager.delete(IdempotencyKeyEntity, { ...name, createdAt: LessThan(before) });
}

/** Inserts the key unless it exists. Waits for a transaction that is inserting the same key. */
export async function reserveKey(
  manager: EntityManager,
  row: RequestName & { bodyHash: string; answer: Pending; createdAt: Date },
): Promise<void> {
  await manager.createQueryBuilder().insert().into(IdempotencyKeyEntity).values(row).orIgnore().execute();
}

export function readKey(manager: EntityManager, name: RequestName): Promise<IdempotencyKeyEntity | null> {
  return manager.findOneBy(IdempotencyKeyEntity, { ...name });
}

export async function storeAnswer(manager: EntityManager, name: RequestName, answer: object): Promise<void> {
  await manager.update(IdempotencyKeyEntity, { ...name }, { answer });
}

export async function deleteKey(manager: EntityManager, name: RequestName): Promise<void> {
  await manager.delete(IdempotencyKeyEntity, { ...name });
}

/** Deletes up to `limit` keys that were inserted before the given time. @returns the number of deleted keys */
export async function deleteOutdatedKeys(
  manager: EntityManager,
  before: Date,
  limit: number,
): Promise<number> {
  const names = await manager.find(IdempotencyKeyEntity, {
    select: { scope: true, requestKey: true },
    where: { createdAt: LessThan(before) },
    order: { createdAt: 'ASC' },
    take: limit,
  });
  for (const [scope, group] of groupBy(names, (name) => name.scope)) {
    const requestKey = In(group.map((name) => name.requestKey));
    await manager.delete(IdempotencyKeyEntity, { scope, requestKey, createdAt: LessThan(before) });
  }
  return names.length;
}
