import { PushDeviceEntity, RefreshTokenEntity, UserEntity } from '@app/entities';
import { type EntityManager, MoreThan } from 'typeorm';

/** Insert a session of the user. It replaces the user's other session. */
export async function replaceSession(manager: EntityManager, session: RefreshTokenEntity): Promise<void> {
  await manager.upsert(RefreshTokenEntity, session, ['userId']);
}

export interface SessionOwner {
  userId: number;
  username: string;
  /** The number of the session. */
  session: number;
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
    .addSelect('user.sessionNumber', 'session')
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
 * Delete the session. Its access tokens stay valid until they expire.
 * @param tokenHash if given, the session is ended only if it has this token, because another session may have begun in
 *   the meantime
 * @returns false if there was no such session
 */
export async function endSession(
  manager: EntityManager,
  userId: number,
  tokenHash?: string,
): Promise<boolean> {
  const session = { userId, ...(tokenHash === undefined ? {} : { tokenHash }) };
  const { affected } = await manager.delete(RefreshTokenEntity, session);
  // Only a sign-out names the token. Any other end may be due to a thief, so alerts leave all devices of the user, too.
  if (tokenHash === undefined) await manager.delete(PushDeviceEntity, { userId });
  return affected === 1;
}

/** The user's session with the user; null if there is none or if it has expired. */
export function findSession(
  manager: EntityManager,
  userId: number,
  now: Date,
): Promise<RefreshTokenEntity | null> {
  const where = { userId, expiresAt: MoreThan(now) };
  return manager.findOne(RefreshTokenEntity, { where, relations: { user: true } });
}

/**
 * Refuse the tokens of the user's newest session and of all earlier ones. Locks the account like a login, so that
 * neither deadlocks.
 * @returns false if the newest session has another number
 */
export async function refuseTokens(
  manager: EntityManager,
  userId: number,
  sessionNumber: number,
): Promise<boolean> {
  const newest = { id: userId, sessionNumber };
  const { affected } = await manager.update(UserEntity, newest, { firstSession: sessionNumber + 1 });
  return affected === 1;
}
