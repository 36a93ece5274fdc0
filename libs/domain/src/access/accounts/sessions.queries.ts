import { RefreshTokenEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

/** Insert a session of the user. It replaces the user's other session. */
export async function replaceSession(manager: EntityManager, session: RefreshTokenEntity): Promise<void> {
  await manager.upsert(RefreshTokenEntity, session, ['userId']);
}

export interface SessionOwner {
  userId: number;
  username: string;
}

/** The owner of the session; null if the token is unknown or has expired. */
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
 * Replace the old token with the new one in a single statement. If several calls with the same token race, exactly one
 * succeeds; the others return false.
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

/**
 * @param tokenHash if given, the session is ended only if it has this token, because another session may have begun in
 *   the meantime
 */
export async function endSession(manager: EntityManager, userId: number, tokenHash?: string): Promise<void> {
  await manager.delete(RefreshTokenEntity, { userId, ...(tokenHash === undefined ? {} : { tokenHash }) });
}
