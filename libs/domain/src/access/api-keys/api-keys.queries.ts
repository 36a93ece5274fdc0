import { ApiKeyEntity, PagedList } from '@app/entities';
import type { EntityManager } from 'typeorm';

/** All keys without their hashes, oldest first. */
export const API_KEYS = new PagedList(ApiKeyEntity, {
  columns: ['id', 'name', 'prefix', 'role', 'createdBy', 'createdAt', 'expiresAt', 'lastUsedAt'],
  order: ['id'],
  direction: 'ASC',
});

/** Read the key and lock it until the transaction ends. */
export function lockApiKey(manager: EntityManager, id: number): Promise<ApiKeyEntity | null> {
  return manager.findOne(ApiKeyEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

export function insertApiKey(manager: EntityManager, key: Omit<ApiKeyEntity, 'id'>): Promise<ApiKeyEntity> {
  return manager.save(manager.create(ApiKeyEntity, key));
}

export async function deleteApiKey(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(ApiKeyEntity, { id });
}
