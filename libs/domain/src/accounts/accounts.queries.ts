import { OAuthAccountEntity, UserEntity } from '@app/entities';
import { type EntityManager, In, IsNull } from 'typeorm';
import { foldName } from './fold-name';

/** The accounts with these ids, without those that do not exist. */
export function findAccounts(manager: EntityManager, ids: readonly number[]): Promise<UserEntity[]> {
  return manager.findBy(UserEntity, { id: In(ids) });
}

/** @param name a username or an e-mail address; usernames contain no "@" */
export function findAccountByLoginName(manager: EntityManager, name: string): Promise<UserEntity | null> {
  const folded = foldName(name);
  return manager.findOneBy(
    UserEntity,
    folded.includes('@') ? { emailFolded: folded } : { usernameFolded: folded },
  );
}

export function findAccountByEmail(manager: EntityManager, email: string): Promise<UserEntity | null> {
  return manager.findOneBy(UserEntity, { emailFolded: foldName(email) });
}

/** False if the account no longer exists. */
export async function setPassword(
  manager: EntityManager,
  id: number,
  passwordHash: string,
): Promise<boolean> {
  const { affected } = await manager.update(UserEntity, { id }, { passwordHash });
  return affected === 1;
}

/**
 * Record that the user reads the mail of their address. If it was unproven, sign-ins through bound providers are
 * removed: a previous owner of the account may have bound an identity to regain access.
 */
export async function proveEmail(
  manager: EntityManager,
  { id, emailUnproven }: Pick<UserEntity, 'id' | 'emailUnproven'>,
): Promise<void> {
  if (!emailUnproven) return;
  await manager.update(UserEntity, { id }, { emailUnproven: false });
  await manager.delete(OAuthAccountEntity, { userId: id });
}

export function anAdministratorExists(manager: EntityManager): Promise<boolean> {
  return manager.existsBy(UserEntity, { role: 'admin' });
}

/** All administrators, ordered by name. */
export function listAdministrators(manager: EntityManager): Promise<Pick<UserEntity, 'username'>[]> {
  return manager.find(UserEntity, {
    select: { id: true, username: true },
    where: { role: 'admin' },
    order: { usernameFolded: 'ASC' },
  });
}

/**
 * Record the login and lock the account's row. False if the account was removed or its password changed since it was
 * read; the login then counts as failed.
 */
export async function recordLogin(
  manager: EntityManager,
  { id, passwordHash }: Pick<UserEntity, 'id' | 'passwordHash'>,
  at: Date,
): Promise<boolean> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(UserEntity)
    .set({ lastLoginAt: at })
    .where({ id, passwordHash: passwordHash ?? IsNull() })
    .execute();
  return affected === 1;
}
