import type { SignInOutcome } from '@app/domain';
import { ApiProperty } from '@nestjs/swagger';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Omittable } from '../../http/omittable.decorator';
import { IsUsername } from '../auth/account-fields';
import { SessionDto, toSessionDto } from '../auth/auth.dto';

export class ProviderDto {
  id: string;
  name: string;
}

export class ProvidersDto {
  providers: ProviderDto[];
}

export class AuthorizationDto {
  /** Where to send the browser: a window that the client opened, at best. */
  url: string;
}

/** What the provider led the browser back with. */
export class ProviderAnswerDto {
  @Omittable() @IsString() @MaxLength(8192) code?: string;
  @Omittable() @IsString() @MaxLength(512) state?: string;
  /** Why the provider signs nobody in. */
  @Omittable() @IsString() @MaxLength(512) error?: string;
  /** RFC 9207: who answers. */
  @Omittable() @IsString() @MaxLength(512) iss?: string;
}

export class ProfileDto {
  provider: string;
  email: string | null;
  /** Without it, no account can be made with this address. */
  emailVerified: boolean;
  name: string | null;
}

export class LinkedDto extends SessionDto {
  @ApiProperty({ enum: ['linked'] }) status: 'linked';
}

export class UnlinkedDto {
  @ApiProperty({ enum: ['unlinked'] }) status: 'unlinked';
  /** For one bind or register-and-bind, within 10 minutes. */
  bindToken: string;
  profile: ProfileDto;
}

export class BindDto {
  @IsString() @IsNotEmpty() @MaxLength(4096) bindToken: string;
  /** Of the account to bind to: the username or the e-mail address, in any case. */
  @IsString() @IsNotEmpty() @MaxLength(254) username: string;
  @IsString() @IsNotEmpty() @MaxLength(1024) password: string;
}

export class RegisterAndBindDto {
  @IsString() @IsNotEmpty() @MaxLength(4096) bindToken: string;
  /** Of the account to make: 3–64 of letters, digits, ".", "_" and "-". */
  @IsUsername() username: string;
}

export function toOutcomeDto(outcome: SignInOutcome): LinkedDto | UnlinkedDto {
  if (outcome.status === 'linked') {
    const { accessToken, refreshToken, user } = toSessionDto(outcome.login);
    return { status: 'linked', accessToken, refreshToken, user };
  }
  const { bindToken, profile } = outcome;
  const { provider, email, emailVerified, name } = profile;
  return { status: 'unlinked', bindToken, profile: { provider, email, emailVerified, name } };
}
