import { dialectSql, UserSearchTermEntity, type UserEntity } from '@app/entities';
import { DomainError, LIST_REACH } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import { foldName } from './fold-name';
import { searchTerms } from './search-terms';

type Searched = Pick<UserEntity, 'id' | 'usernameFolded' | 'emailFolded'>;

/** Update the search terms of a user. Call it in every transaction that writes the name or the address. */
export async function writeSearchTerms(manager: EntityManager, user: Searched): Promise<void> {
  await manager.delete(UserSearchTermEntity, { userId: user.id });
  const terms = searchTerms(user.usernameFolded, user.emailFolded);
  await manager.insert(
    UserSearchTermEntity,
    terms.map((term) => ({ term, userId: user.id })),
  );
}

/** The ids of the users who are found by `search`, in their order. @throws DomainError `search_too_broad` */
export async function searchUsers(manager: EntityManager, search: string): Promise<number[]> {
  const prefix = foldName(search);
  const rows = await dialectSql.query<{ id: number }>(
    manager,
    'SELECT user_id AS id FROM user_search_term WHERE term >= ? AND term < ? LIMIT ?',
    // Terms are ordered by code, and this code point stands in none.
    [prefix, `${prefix}\u{10FFFF}`, LIST_REACH + 1],
  );
  if (rows.length > LIST_REACH) {
    throw new DomainError('invalid', 'search_too_broad', 'Too many users match: search for more letters.', {
      details: [{ path: 'search', message: `matches more than ${LIST_REACH} terms` }],
    });
  }
  return [...new Set(rows.map(({ id }) => id))].toSorted((one, other) => one - other);
}
