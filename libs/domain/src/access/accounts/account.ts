import type { UserEntity } from '@app/entities';
import type { Role } from '@app/kernel';

/** A user without the hash of the password. */
export interface Account {
  id: number;
  username: string;
  email: string;
  role: Role;
  hasAvatar: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
}

/** The fields of a user that an account shows. */
export type AccountRow = Pick<
  UserEntity,
  'id' | 'username' | 'email' | 'role' | 'avatarFile' | 'createdAt' | 'lastLoginAt'
>;

export function toAccount(user: AccountRow): Account {
  const { id, username, email, role, avatarFile, createdAt, lastLoginAt } = user;
  return { id, username, email, role, hasAvatar: avatarFile !== null, createdAt, lastLoginAt };
}
