import { OAuthAccountEntity, type UserEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

export interface ProviderSubject {
  provider: string;
  subject: string;
}

/** Whose this is; null where nobody has bound it. */
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

/** Fails as the database does (`isDuplicateKey`) where it is bound already, to whomever. */
export async function insertLink(
  manager: EntityManager,
  { provider, subject }: ProviderSubject,
  userId: number,
  createdAt: Date,
): Promise<void> {
  await manager.insert(OAuthAccountEntity, { provider, subject, userId, createdAt });
}
