import { TermSearch, type UserEntity } from '@app/entities';
import type { EntityManager } from 'typeorm';

type Searched = Pick<UserEntity, 'id' | 'usernameFolded' | 'emailFolded'>;

const USERS = new TermSearch({ table: 'user_search_term', idColumn: 'user_id', records: 'users' });

/** Update the search terms of a user. Call it in every transaction that writes the name or the address. */
export function writeSearchTerms(
  manager: EntityManager,
  { id, usernameFolded, emailFolded }: Searched,
): Promise<void> {
  return USERS.replace(manager, { id, texts: [usernameFolded, emailFolded] });
}

/** The ids of the users that match `search`, in ascending order. @throws DomainError `search_too_broad` */
export function searchUsers(manager: EntityManager, search: string): Promise<number[]> {
  return USERS.find(manager, search);
}
