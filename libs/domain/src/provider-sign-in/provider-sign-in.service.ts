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
  /** Where the browser goes. */
  url: string;
  /** Where it comes back to, with what it was left with. */
  redirectUri: string;
  binding: string;
}

/** What the browser comes back with. */
export interface ProviderAnswer {
  code?: string;
  state?: string;
  /** Why the provider signs nobody in. */
  error?: string;
  /** RFC 9207: who answers. */
  iss?: string;
}

export type SignInOutcome =
  | { status: 'linked'; login: Login }
  | { status: 'unlinked'; bindToken: string; profile: Omit<ProviderIdentity, 'subject'> };

/** Signs people in for whom a provider vouches. */
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
   * @param host that the request was sent to
   * @throws DomainError `not_found` for a provider that is unknown or not configured; `public_url_missing`;
   * `upstream_failed`, `upstream_timeout`
   */
  async begin(providerId: string, host: string | undefined): Promise<ProviderSignIn> {
    const provider = this.providers.get(providerId);
    const redirectUri = callbackAddress(this.environment, providerId, host);
    const { binding, ...secrets } = await this.attempts.begin(providerId, redirectUri);
    return { url: await provider.authorizationUrl(secrets), redirectUri, binding };
  }

  /**
   * Begins a session where the person is bound to a user; offers to bind them where not. That their address is a
   * user's binds nothing: whoever made that account may be somebody else.
   * @param binding what the browser shows
   * @throws DomainError `invalid_state`, `sign_in_refused`; as above
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
  throw new DomainError('conflict', 'account_changed', 'The account was changed this moment; start again.');
}
