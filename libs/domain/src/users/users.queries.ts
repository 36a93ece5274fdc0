import { PagedList, RefreshTokenEntity, UserEntity } from '@app/entities';
import { type Page, type PageRequest, type Role } from '@app/kernel';
import { type EntityManager, Not } from 'typeorm';
import type { AccountRow } from '../accounts/account';
import { foldName } from '../accounts/fold-name';
import { searchUsers } from '../accounts/user-search';

export interface UserFilter extends PageRequest {
  /** The beginning of the username or the e-mail address, or of a word in them, in any case. */
  search?: string;
  role?: Role;
}

const USERS = new PagedList(UserEntity, {
  columns: ['id', 'username', 'email', 'role', 'avatarFile', 'createdAt', 'lastLoginAt'],
  order: ['id'],
  direction: 'ASC',
});

/** The users that fit, oldest first. @throws DomainError `search_too_broad` */
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

/**
 * Read and lock all administrators until the transaction ends. All transactions lock them in the same order: of two
 * that remove an administrator, the second waits here and then sees one less.
 */
export async function lockAdministratorIds(manager: EntityManager): Promise<number[]> {
  const administrators = await manager.find(UserEntity, {
    where: { role: 'admin' },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return administrators.map(({ id }) => id);
}

/** Whether another user than `id` has this name. */
export function usernameIsTaken(manager: EntityManager, username: string, id: number): Promise<boolean> {
  return manager.existsBy(UserEntity, { usernameFolded: foldName(username), id: Not(id) });
}

/** False if the password changed, or the user was removed, since `oldHash` was read. */
export async function replacePassword(
  manager: EntityManager,
  id: number,
  oldHash: string,
  newHash: string,
): Promise<boolean> {
  const { affected } = await manager.update(
    UserEntity,
    { id, passwordHash: oldHash },
    { passwordHash: newHash },
  );
  return affected === 1;
}

/** Invalidates the user's refresh token. */
export async function endSessionsOf(manager: EntityManager, userId: number): Promise<void> {
  await manager.delete(RefreshTokenEntity, { userId });
}
