import { ProviderAccountEntity, UserEntity } from '@app/entities';
import { foldName } from '@app/kernel';
import { type EntityManager, In, IsNull } from 'typeorm';

/** The accounts with these ids. Ids without an account are ignored. */
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

/**
 * @param oldHash if given, the password is set only if this hash is still the stored one
 * @returns false if the account no longer exists, or if `oldHash` is given and outdated
 */
export async function setPassword(
  manager: EntityManager,
  id: number,
  newHash: string,
  oldHash?: string,
): Promise<boolean> {
  const unchanged = { id, ...(oldHash === undefined ? {} : { passwordHash: oldHash }) };
  const { affected } = await manager.update(UserEntity, unchanged, { passwordHash: newHash });
  return affected === 1;
}

/**
 * Record that the user has access to the mailbox of their address. If the address was unproven before, all bound
 * provider sign-ins are removed, because a previous owner of the account may have bound an identity in order to regain
 * access.
 */
export async function proveEmail(
  manager: EntityManager,
  { id, emailUnproven }: Pick<UserEntity, 'id' | 'emailUnproven'>,
): Promise<void> {
  if (!emailUnproven) return;
  await manager.update(UserEntity, { id }, { emailUnproven: false });
  await manager.delete(ProviderAccountEntity, { userId: id });
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
 * Record the login and lock the account's row.
 * @returns the number of the new session; null if the account was removed, or its password changed, since the account
 *   was read: the login then counts as failed
 */
export async function recordLogin(
  manager: EntityManager,
  { id, passwordHash }: Pick<UserEntity, 'id' | 'passwordHash'>,
  at: Date,
): Promise<number | null> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(UserEntity)
    .set({ lastLoginAt: at, sessionNumber: () => 'session_number + 1' })
    .where({ id, passwordHash: passwordHash ?? IsNull() })
    .execute();
  if (affected !== 1) return null;
  const select = { id: true, sessionNumber: true } as const;
  return (await manager.findOneOrFail(UserEntity, { select, where: { id } })).sessionNumber;
}
