import { UserEntity } from '@app/entities';
import { type EntityManager, In, IsNull } from 'typeorm';
import { foldName } from './fold-name';

/** The accounts of these ids; those that do not exist are missing. */
export function findAccounts(manager: EntityManager, ids: readonly number[]): Promise<UserEntity[]> {
  return manager.findBy(UserEntity, { id: In(ids) });
}

/** @param name a username or an e-mail address: usernames have no "@" */
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

/** False where there is no such account any more. */
export async function setPassword(
  manager: EntityManager,
  id: number,
  passwordHash: string,
): Promise<boolean> {
  const { affected } = await manager.update(UserEntity, { id }, { passwordHash });
  return affected === 1;
}

export function anAdministratorExists(manager: EntityManager): Promise<boolean> {
  return manager.existsBy(UserEntity, { role: 'admin' });
}

/**
 * Notes the login and locks the account's row. False where the account was removed or got another password since it
 * was read: the login then has not happened.
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
