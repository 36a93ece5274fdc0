import type { Account } from '@app/domain';
import { type Role, USER_ROLE_LIST } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { RecordIdProperty } from '../../http/id-properties.decorator';

/** A user account. */
export class UserDto {
  /** The user's id. */
  @RecordIdProperty() id: number;
  /** Unique, ignoring case. */
  username: string;
  /** Unique, ignoring case. */
  email: string;
  /** What the user may do. Each role includes the roles before it. */
  @ApiProperty({ enum: USER_ROLE_LIST }) role: Role;
  /** The path of the user's picture, which needs an access token; null if there is none. */
  avatar: string | null;
  /** When the account was created. */
  createdAt: Date;
  /** The last successful sign-in; null before the first. */
  lastLoginAt: Date | null;
}

export function toUserDto({ hasAvatar, ...account }: Account): UserDto {
  return { ...account, avatar: hasAvatar ? `/api/users/${account.id}/avatar` : null };
}
