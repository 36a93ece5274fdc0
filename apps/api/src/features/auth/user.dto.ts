import type { Account } from '@app/domain';
import { type Role, USER_ROLE_LIST } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';

export class UserDto {
  id: number;
  username: string;
  email: string;
  @ApiProperty({ enum: USER_ROLE_LIST }) role: Role;
  /** The address of the picture; null where there is none. */
  avatar: string | null;
  createdAt: Date;
  lastLoginAt: Date | null;
}

export function toUserDto({ id, username, email, role, createdAt, lastLoginAt }: Account): UserDto {
  return { id, username, email, role, avatar: null, createdAt, lastLoginAt };
}
