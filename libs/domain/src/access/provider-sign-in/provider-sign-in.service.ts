import { Environment } from '@app/config';
import { IdentityProviders, type ProviderIdentity, signInRefused } from '@app/identity-providers';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { type Login, SessionsService } from '../accounts/sessions.service';
import { BindOffers } from './bind-offers';
import { callbackAddress } from './callback-address';
import { ProviderLinks } from './provider-links';
import { type ShownBinding, SignInAttempts } from './sign-in-attempts';

export interface ProviderSignIn {
  /** The address at the provider to which the browser is sent. */
  url: string;
  /** The address to which the provider redirects the browser. */
  redirectUri: string;
  /** The value of the cookie that binds the sign-in to the browser. */
  binding: string;
}

/** The parameters with which the provider redirects the browser back to this service. */
export interface ProviderAnswer {
  code?: string;
  state?: string;
  /** The provider's error code. */
  error?: string;
  /** The issuer of the response (RFC 9207). */
  iss?: string;
}

export type SignInOutcome =
  | { status: 'linked'; login: Login }
  | { status: 'unlinked'; bindToken: string; profile: Omit<ProviderIdentity, 'subject'> };

/** Signs people in through providers. */
@Injectable()
export class ProviderSignInService {
  constructor(
    private readonly environment: Environment,
    private readonly providers: IdentityProviders,
    private readonly attempts: SignInAttempts,
    private readonly offers: BindOffers,
    private readonly links: ProviderLinks,
    private readonly sessions: SessionsService,
  ) {}

  list(): { id: string; name: string }[] {
    return this.providers.list();
  }

  /**
   * Begin a sign-in.
   * @param host the host of the request
   * @throws DomainError `not_found` if the provider is unknown or not configured; `public_url_missing`;
   *   `upstream_failed`, `upstream_timeout`
   */
  async begin(providerId: string, host: string | undefined): Promise<ProviderSignIn> {
    const provider = this.providers.get(providerId);
    const redirectUri = callbackAddress(this.environment, providerId, host);
    const { binding, ...secrets } = await this.attempts.begin(providerId, redirectUri);
    return { url: await provider.authorizationUrl(secrets), redirectUri, binding };
  }

  /**
   * Start a session if the identity is bound to a user. Otherwise, offer to bind the identity. An account with the same
   * e-mail address is not bound automatically, because somebody else may have created it.
   * @param binding the browser's cookie
   * @throws DomainError `invalid_state`, `sign_in_refused`; errors of `begin`
   */
  async complete(
    providerId: string,
    { code, state, error, iss }: ProviderAnswer,
    binding: ShownBinding,
  ): Promise<SignInOutcome> {
    const provider = this.providers.get(providerId);
    const secrets = await this.attempts.take(providerId, state, binding);
    if (error !== undefined || code === undefined) throw signInRefused();
    const identity = await provider.identify(secrets, code, iss);
    const user = await this.links.userOf(identity);
    if (user) return { status: 'linked', login: begun(await this.sessions.begin(user)) };
    const { subject: _, ...profile } = identity;
    return { status: 'unlinked', bindToken: await this.offers.make(identity), profile };
  }
}

function begun(login: Login | null): Login {
  if (login) return login;
  throw new DomainError(
    'conflict',
    'account_changed',
    'The account was changed during the sign-in. Start again.',
  );
}
