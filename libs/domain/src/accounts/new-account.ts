import { UserEntity } from '@app/entities';
import { DomainError, type Role } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import { foldName } from './fold-name';
import { writeSearchTerms } from './user-search';

/** What a username may be; the blanks around it do not count. Fold it and it is unique. */
export const USERNAME = /^[A-Za-z0-9._-]{3,64}$/;

export interface NewAccount {
  username: string;
  email: string;
  /** Null for one that signs in through a provider alone. */
  passwordHash: string | null;
  role: Role;
  createdAt: Date;
}

/**
 * Stores a new account, in a transaction of the caller. Where the name or the address is taken it fails as the database does (`isDuplicateKey`), and
 * with it the transaction; `takenError` then tells which of them it is.
 */
export async function insertAccount(manager: EntityManager, account: NewAccount): Promise<UserEntity> {
  const username = account.username.trim();
  const email = account.email.trim();
  const user = manager.create(UserEntity, {
    ...account,
    username,
    usernameFolded: foldName(username),
    email,
    emailFolded: foldName(email),
    avatarFile: null,
    lastLoginAt: null,
  });
  await manager.insert(UserEntity, user);
  await writeSearchTerms(manager, user);
  return user;
}

/** The refusal of an account whose name or address is taken. */
export async function takenError(manager: EntityManager, username: string): Promise<DomainError> {
  return (await manager.existsBy(UserEntity, { usernameFolded: foldName(username) }))
    ? new DomainError('conflict', 'username_taken', 'The username is taken.')
    : new DomainError('conflict', 'email_taken', 'The e-mail address is taken.');
}
