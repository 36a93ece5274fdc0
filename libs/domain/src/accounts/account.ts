import type { UserEntity } from '@app/entities';
import type { Role } from '@app/kernel';

/** A user as others may see it: never the password's hash. */
export interface Account {
  id: number;
  username: string;
  email: string;
  role: Role;
  hasAvatar: boolean;
  createdAt: Date;
  lastLoginAt: Date | null;
}

/** What an account shows of a user. */
export type AccountRow = Pick<
  UserEntity,
  'id' | 'username' | 'email' | 'role' | 'avatarFile' | 'createdAt' | 'lastLoginAt'
>;

export function toAccount(user: AccountRow): Account {
  const { id, username, email, role, avatarFile, createdAt, lastLoginAt } = user;
  return { id, username, email, role, hasAvatar: avatarFile !== null, createdAt, lastLoginAt };
}
