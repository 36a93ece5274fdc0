import { RefreshTokenEntity, UserEntity } from '@app/entities';
import { type Page, type PageRequest, type Role } from '@app/kernel';
import { type EntityManager, Not } from 'typeorm';
import { foldName } from '../accounts/fold-name';

export interface UserFilter extends PageRequest {
  /** Part of the username or the e-mail address, in any case. */
  search?: string;
  role?: Role;
}

/** The users that fit, those who came first first. */
export async function findUsers(
  manager: EntityManager,
  { page, limit, search = '', role }: UserFilter,
): Promise<Page<UserEntity>> {
  const query = manager.createQueryBuilder(UserEntity, 'user');
  if (role !== undefined) query.andWhere('user.role = :role', { role });
  if (search !== '') {
    const pattern = `%${literalLike(foldName(search))}%`;
    query.andWhere(
      "(user.username_folded LIKE :pattern ESCAPE '!' OR user.email_folded LIKE :pattern ESCAPE '!')",
      { pattern },
    );
  }
  const [items, total] = await query
    .orderBy('user.id')
    .skip((page - 1) * limit)
    .take(limit)
    .getManyAndCount();
  return { items, total };
}

/** For LIKE with `ESCAPE '!'`: what stands for anything else elsewhere stands for itself. */
function literalLike(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
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
