import { IdempotencyKeyEntity } from '@app/entities';
import { type EntityManager, In, LessThan } from 'typeorm';

/** What is repeated, of whom, under which key. */
export interface RequestName {
  scope: string;
  requestKey: string;
}

/** An answer that is not given yet: who is giving it. */
export interface Pending {
  pending: string;
}

/** Makes room for a key that was used before `before`, and may be used anew. */
export async function dropOutdatedKey(
  manager: EntityManager,
  name: RequestName,
  before: Date,
): Promise<void> {
  await manager.delete(IdempotencyKeyEntity, { ...name, createdAt: LessThan(before) });
}

/**
 * Puts the key down where nobody has. Where somebody does so in a transaction that is under way, it waits for its end.
 */
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

/** Removes keys that were put down before an instant, at most `limit`. @returns how many */
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
  const scopes = new Map<string, string[]>();
  for (const { scope, requestKey } of names) scopes.set(scope, [...(scopes.get(scope) ?? []), requestKey]);
  for (const [scope, keys] of scopes) {
    await manager.delete(IdempotencyKeyEntity, { scope, requestKey: In(keys), createdAt: LessThan(before) });
  }
  return names.length;
}
