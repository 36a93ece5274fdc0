import { RefreshTokenEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

/** The row is the user's one session: it takes the place of any other, whatever races. */
export async function replaceSession(manager: EntityManager, session: RefreshTokenEntity): Promise<void> {
  await manager.upsert(RefreshTokenEntity, session, ['userId']);
}

export interface SessionOwner {
  userId: number;
  username: string;
}

/** Whose session this is; null where the token is unknown or has expired. */
export async function findSessionOwner(
  manager: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<SessionOwner | null> {
  const row = await manager
    .createQueryBuilder(RefreshTokenEntity, 'session')
    .innerJoin('session.user', 'user')
    .select('user.id', 'userId')
    .addSelect('user.username', 'username')
    .where('session.token_hash = :tokenHash AND session.expires_at > :now', { tokenHash, now })
    .getRawOne<SessionOwner>();
  return row ?? null;
}

export interface Rotation {
  oldHash: string;
  newHash: string;
  now: Date;
  expiresAt: Date;
}

/**
 * Takes the old token and puts the new one in its place, in one statement. Of callers that race with one token, the
 * database lets one through; false for the others.
 */
export async function rotateSession(manager: EntityManager, rotation: Rotation): Promise<boolean> {
  const { oldHash, newHash, now, expiresAt } = rotation;
  const { affected } = await manager
    .createQueryBuilder()
    .update(RefreshTokenEntity)
    .set({ tokenHash: newHash, expiresAt })
    .where('token_hash = :oldHash AND expires_at > :now', { oldHash, now })
    .execute();
  return affected === 1;
}

/** @param tokenHash where given, only the session of that token: another may have begun meanwhile */
export async function endSession(manager: EntityManager, userId: number, tokenHash?: string): Promise<void> {
  await manager.delete(RefreshTokenEntity, { userId, ...(tokenHash === undefined ? {} : { tokenHash }) });
}
