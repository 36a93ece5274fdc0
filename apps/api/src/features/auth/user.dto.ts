import type { Account } from '@app/domain';
import { type Role, USER_ROLE_LIST } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';

/** A user. */
export class UserDto {
  id: number;
  username: string;
  email: string;
  @ApiProperty({ enum: USER_ROLE_LIST }) role: Role;
  /** Where the avatar's picture is; null where there is none. */
  @ApiProperty({ type: String, nullable: true }) avatar: string | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) lastLoginAt: string | null;
}

export function toUserDto({ id, username, email, role, createdAt, lastLoginAt }: Account): UserDto {
  return {
    id,
    username,
    email,
    role,
    avatar: null,
    createdAt: createdAt.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
  };
}
