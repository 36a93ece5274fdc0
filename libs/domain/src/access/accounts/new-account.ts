import { UserEntity } from '@app/entities';
import { DomainError, foldName, type Role } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import { writeSearchTerms } from './user-search';

/** The pattern of usernames, without surrounding blanks. Usernames are unique in their folded form. */
export const USERNAME = /^[A-Za-z0-9._-]{3,64}$/;

export interface NewAccount {
  username: string;
  email: string;
  /** Null for an account that can sign in only through a provider. */
  passwordHash: string | null;
  role: Role;
  createdAt: Date;
}

/**
 * Insert an account within the caller's transaction. If the name or the address is taken, throws the database's error
 * (`isDuplicateKey`), and the transaction cannot continue. Call `takenError` to find out which of the two is taken.
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

/** The error for an account whose name or address is taken. */
export async function takenError(manager: EntityManager, username: string): Promise<DomainError> {
  return (await manager.existsBy(UserEntity, { usernameFolded: foldName(username) }))
    ? new DomainError('conflict', 'username_taken', 'The username is taken. Choose another one.')
    : new DomainError('conflict', 'email_taken', 'The e-mail address is taken.');
}
