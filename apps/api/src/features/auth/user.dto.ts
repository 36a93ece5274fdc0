import type { Account } from '@app/domain';
import { type Role, USER_ROLE_LIST } from '@app/kernel';
import { RecordId } from '../../http/fields/id-properties.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

/** A user account. */
export class UserDto {
  /** The user's id. */
  @RecordId() id: number;
  /** Unique, ignoring case. */
  username: string;
  /** Unique, ignoring case. */
  email: string;
  /** The user's role. Each role includes the rights of the roles before it. */
  @OneOf(USER_ROLE_LIST) role: Role;
  /** Path of the user's picture; null if there is none. A request for the picture needs an access token. */
  avatar: string | null;
  /** When the account was created. */
  createdAt: Date;
  /** The last successful sign-in; null before the first. */
  lastLoginAt: Date | null;
}

export function toUserDto({ hasAvatar, ...account }: Account): UserDto {
  return { ...account, avatar: hasAvatar ? `/api/users/${account.id}/avatar` : null };
}
