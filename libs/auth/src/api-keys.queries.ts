import { ApiKeyEntity } from '@app/entities';
import { type EntityManager, In } from 'typeorm';

/** Returns the keys with these hashes. Hashes without a key are omitted. */
export function readApiKeysByHash(
  manager: EntityManager,
  hashes: readonly string[],
): Promise<ApiKeyEntity[]> {
  return manager.findBy(ApiKeyEntity, { keyHash: In([...hashes]) });
}

/** Returns the keys with these ids. Ids without a key are omitted. */
export function readApiKeys(manager: EntityManager, ids: readonly number[]): Promise<ApiKeyEntity[]> {
  return manager.findBy(ApiKeyEntity, { id: In([...ids]) });
}

/** Stores that the key was used at `at`, unless a use at or after `notSince` is already stored. */
export async function recordApiKeyUse(
  manager: EntityManager,
  id: number,
  { at, notSince }: { at: Date; notSince: Date },
): Promise<void> {
  await manager
    .createQueryBuilder()
    .update(ApiKeyEntity)
    .set({ lastUsedAt: at })
    .where('id = :id AND (last_used_at IS NULL OR last_used_at < :notSince)', { id, notSince })
    .execute();
}
