import type { Login } from '@app/domain';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { UserDto, toUserDto } from './user.dto';

/** Credentials of a sign-in. */
export class LoginDto {
  /** The username or the e-mail address. Case does not matter. */
  @IsString() @IsNotEmpty() @MaxLength(254) username: string;
  /** The password. */
  @IsString() @IsNotEmpty() @MaxLength(1024) password: string;
}

/** A refresh token to exchange. */
export class RefreshDto {
  /** The refresh token of the last sign-in or refresh. */
  @IsString() @IsNotEmpty() @MaxLength(512) refreshToken: string;
}

/** The session to end. */
export class LogoutDto {
  /** A token of the session to end. If it is omitted, the caller's session ends. */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(512) refreshToken?: string;
}

/** The tokens of a session. */
export class TokenPairDto {
  /** Access token. Send it as `Authorization: Bearer …`. It is valid for 15 minutes. */
  accessToken: string;
  /** Refresh token. Send it to `POST /api/auth/refresh`. It works once and is valid for 7 days. */
  refreshToken: string;
}

/** A new session. */
export class SessionDto extends TokenPairDto {
  /** The user who signed in. */
  user: UserDto;
}

export function toSessionDto({ accessToken, refreshToken, account }: Login): SessionDto {
  return { accessToken, refreshToken, user: toUserDto(account) };
}
