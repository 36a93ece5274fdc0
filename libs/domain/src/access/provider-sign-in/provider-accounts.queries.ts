import { ProviderAccountEntity, UserEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

export interface ProviderSubject {
  provider: string;
  subject: string;
}

/** The user that is bound to this identity; null if there is none. */
export async function findUserOf(
  manager: EntityManager,
  { provider, subject }: ProviderSubject,
): Promise<UserEntity | null> {
  const link = await manager.findOne(ProviderAccountEntity, {
    where: { provider, subject },
    relations: { user: true },
  });
  return link?.user ?? null;
}

/** Insert the binding. Throws the database's error (`isDuplicateKey`) if the identity is already bound to a user. */
export async function insertLink(
  manager: EntityManager,
  { provider, subject }: ProviderSubject,
  userId: number,
  createdAt: Date,
): Promise<void> {
  await manager.insert(ProviderAccountEntity, { provider, subject, userId, createdAt });
}

/** The identities of a user, oldest first. */
export function findLinksOf(manager: EntityManager, userId: number): Promise<ProviderAccountEntity[]> {
  const order = { createdAt: 'ASC', provider: 'ASC', subject: 'ASC' } as const;
  return manager.find(ProviderAccountEntity, { where: { userId }, order });
}

export async function deleteLink(
  manager: EntityManager,
  { provider, subject }: ProviderSubject,
): Promise<void> {
  await manager.delete(ProviderAccountEntity, { provider, subject });
}

/** @param lock locks the row until the transaction ends */
export function findOwner(
  manager: EntityManager,
  id: number,
  lock?: { mode: 'pessimistic_write' },
): Promise<UserEntity | null> {
  return manager.findOne(UserEntity, { where: { id }, lock });
}
