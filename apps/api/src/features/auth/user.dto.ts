import type { Account } from '@app/domain';
import { type Role, USER_ROLE_LIST } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';

export class UserDto {
  id: number;
  username: string;
  email: string;
  @ApiProperty({ enum: USER_ROLE_LIST }) role: Role;
  /** The path of the picture, for calls with a token; null where there is none. */
  avatar: string | null;
  createdAt: Date;
  lastLoginAt: Date | null;
}

export function toUserDto({ hasAvatar, ...account }: Account): UserDto {
  return { ...account, avatar: hasAvatar ? `/api/users/${account.id}/avatar` : null };
}
