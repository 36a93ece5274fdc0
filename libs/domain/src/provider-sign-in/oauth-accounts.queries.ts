import { OAuthAccountEntity, type UserEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

export interface ProviderSubject {
  provider: string;
  subject: string;
}

/** The user of this identity; null if it is not bound. */
export async function findUserOf(
  manager: EntityManager,
  { provider, subject }: ProviderSubject,
): Promise<UserEntity | null> {
  const link = await manager.findOne(OAuthAccountEntity, {
    where: { provider, subject },
    relations: { user: true },
  });
  return link?.user ?? null;
}

/** Throws the database's error (`isDuplicateKey`) if the identity is bound to any user. */
export async function insertLink(
  manager: EntityManager,
  { provider, subject }: ProviderSubject,
  userId: number,
  createdAt: Date,
): Promise<void> {
  await manager.insert(OAuthAccountEntity, { provider, subject, userId, createdAt });
}
