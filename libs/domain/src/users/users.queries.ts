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

/** The user, whom nobody else can change until the transaction ends. */
export function lockUser(manager: EntityManager, id: number): Promise<UserEntity | null> {
  return manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/**
 * The administrators, none of whom can be removed or demoted elsewhere until the transaction ends. All are locked in
 * one order: of two transactions that take an administrator away, the second waits here and then sees one less.
 */
export async function lockAdministratorIds(manager: EntityManager): Promise<number[]> {
  const administrators = await manager.find(UserEntity, {
    where: { role: 'admin' },
    order: { id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  return administrators.map(({ id }) => id);
}

/** Whether somebody other than the user `id` has this name. */
export function usernameIsTaken(manager: EntityManager, username: string, id: number): Promise<boolean> {
  return manager.existsBy(UserEntity, { usernameFolded: foldName(username), id: Not(id) });
}

/** False where the password was changed, or the user removed, since `oldHash` was read. */
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

/** Whoever holds the user's refresh token cannot use it any more. */
export async function endSessionsOf(manager: EntityManager, userId: number): Promise<void> {
  await manager.delete(RefreshTokenEntity, { userId });
}
