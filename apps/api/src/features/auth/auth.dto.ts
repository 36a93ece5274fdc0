import type { Login } from '@app/domain';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Omittable } from '../../http/omittable.decorator';
import { UserDto, toUserDto } from './user.dto';

export class LoginDto {
  /** The username or the e-mail address, in any case. */
  @IsString() @IsNotEmpty() @MaxLength(254) username: string;
  /** Longer than any that can be set is refused unread. */
  @IsString() @IsNotEmpty() @MaxLength(1024) password: string;
}

export class RefreshDto {
  @IsString() @IsNotEmpty() @MaxLength(512) refreshToken: string;
}

export class LogoutDto {
  /** Where given, only the session of this token is ended. */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(512) refreshToken?: string;
}

export class TokenPairDto {
  /** For the header `Authorization: Bearer …`; 15 minutes. */
  accessToken: string;
  /** For one call of `POST /api/auth/refresh`; 7 days. */
  refreshToken: string;
}

export class SessionDto extends TokenPairDto {
  user: UserDto;
}

export function toSessionDto({ accessToken, refreshToken, account }: Login): SessionDto {
  return { accessToken, refreshToken, user: toUserDto(account) };
}
