import type { SignInOutcome } from '@app/domain';
import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Omittable } from '../../http/fields/omittable.decorator';
import { IsUsername } from '../auth/account-fields';
import { SessionDto, toSessionDto } from '../auth/auth.dto';
import { OneOf } from '../../http/fields/one-of.decorator';

/** A sign-in provider. */
export class ProviderDto {
  /** Id of the provider in paths: `google` or `microsoft`. */
  id: string;
  /** Display name. */
  name: string;
}

/** The sign-in providers. */
export class ProvidersDto {
  /** The configured providers. */
  providers: ProviderDto[];
}

/** The address at which a provider sign-in continues. */
export class AuthorizationDto {
  /** The provider's address, to which the client must send the browser. */
  url: string;
}

/** The query parameters of the provider's redirect. */
export class ProviderAnswerDto {
  /** Authorization code. */
  @Omittable() @IsString() @MaxLength(8192) code?: string;
  /** The state of the authorization request. */
  @Omittable() @IsString() @MaxLength(512) state?: string;
  /** Error code of the provider, for example `access_denied`. */
  @Omittable() @IsString() @MaxLength(512) error?: string;
  /** Issuer of the authorization response (RFC 9207). */
  @Omittable() @IsString() @MaxLength(512) iss?: string;
}

/** The provider's data about the person. */
export class ProfileDto {
  /** Id of the provider. */
  provider: string;
  /** E-mail address; null if the provider sends none. */
  email: string | null;
  /** Whether the provider verified the address. Only a verified address can be registered. */
  emailVerified: boolean;
  /** Display name; null if the provider sends none. */
  name: string | null;
}

/** The answer if the identity is bound to an account. The account is signed in. */
export class LinkedDto extends SessionDto {
  /** Always `linked`. */
  @OneOf(['linked']) status: 'linked';
}

/** The answer if the identity is not bound to an account yet. */
export class UnlinkedDto {
  /** Always `unlinked`. */
  @OneOf(['unlinked']) status: 'unlinked';
  /** Token for `bind` or `register-and-bind`. It works once and is valid for 10 minutes. */
  bindToken: string;
  /** The provider's data about the person. */
  profile: ProfileDto;
}

/** Credentials of the account to bind to. */
export class BindDto {
  /** The bind token of the sign-in. */
  @IsString() @IsNotEmpty() @MaxLength(4096) bindToken: string;
  /** Username or e-mail address of the account. Case does not matter. */
  @IsString() @IsNotEmpty() @MaxLength(254) username: string;
  /** Password of the account. */
  @IsString() @IsNotEmpty() @MaxLength(1024) password: string;
}

/** A new account for a provider identity. */
export class RegisterAndBindDto {
  /** The bind token of the sign-in. */
  @IsString() @IsNotEmpty() @MaxLength(4096) bindToken: string;
  /** Username of the new account: 3 to 64 letters, digits, `.`, `_` and `-`. */
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
