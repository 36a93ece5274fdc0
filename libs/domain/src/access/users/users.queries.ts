import { dialectSql, PagedList, UserEntity } from '@app/entities';
import { foldName, type Page, type PageRequest, type Role } from '@app/kernel';
import { type EntityManager, IsNull, Not } from 'typeorm';
import type { AccountRow } from '../accounts/account';
import { searchUsers } from '../accounts/user-search';

export interface UserFilter extends PageRequest {
  /** Matches the beginning of the username, of the e-mail address, or of a word in them. Case is ignored. */
  search?: string;
  role?: Role;
}

const USERS = new PagedList(UserEntity, {
  columns: ['id', 'username', 'email', 'role', 'avatarFile', 'createdAt', 'lastLoginAt'],
  order: ['id'],
  direction: 'ASC',
});

/** The matching users, oldest first. @throws DomainError `search_too_broad` */
export async function findUsers(
  manager: EntityManager,
  { search = '', role, ...page }: UserFilter,
): Promise<Page<AccountRow>> {
  const ids = search === '' ? undefined : await searchUsers(manager, search);
  return USERS.read(manager, page, { equals: { role }, ids });
}

export function findUser(manager: EntityManager, id: number): Promise<UserEntity | null> {
  return manager.findOneBy(UserEntity, { id });
}

/** Read the user and lock the row until the transaction ends. */
export function lockUser(manager: EntityManager, id: number): Promise<UserEntity | null> {
  return manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Returns true if the user exists, and prevents the deletion of the account until the transaction ends. */
export async function shareUser(manager: EntityManager, id: number): Promise<boolean> {
  const sql = `SELECT id FROM user_account WHERE id = ? ${dialectSql.forShare}`;
  return (await dialectSql.query(manager, sql, [id])).length > 0;
}

/**
 * Read and lock all administrators until the transaction ends. All transactions lock them in the same order. If two
 * transactions each remove an administrator, the second one waits here until the first has committed, and then no
 * longer reads the administrator that the first one removed.
 */
export async function lockAdministratorIds(manager: EntityManager): Promise<number[]> {
  const administrators = await manager.find(UserEntity, {
    where: { role: 'admin' },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return administrators.map(({ id }) => id);
}

/** Returns true if a user has ever signed in. */
export function someoneHasSignedIn(manager: EntityManager): Promise<boolean> {
  return manager.existsBy(UserEntity, { lastLoginAt: Not(IsNull()) });
}

/** Returns true if a user other than `id` has this name. */
export function usernameIsTaken(manager: EntityManager, username: string, id: number): Promise<boolean> {
  return manager.existsBy(UserEntity, { usernameFolded: foldName(username), id: Not(id) });
}
