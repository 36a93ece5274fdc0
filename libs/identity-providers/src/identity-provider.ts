import type { SignInProvider } from '@app/config';
import type { DomainError } from '@app/kernel';
import { Logger } from '@nestjs/common';
import * as openid from 'openid-client';
import { isRefusal, providerFailed, signInRefused } from './provider-errors';
import { type ProviderIdentity, toIdentity } from './provider-identity';

/** Each call of the provider's; an answer to a client of ours may take two or three of them. */
const CALL_TIMEOUT_SECONDS = 3;
const CLOCK_TOLERANCE_SECONDS = 30;
/** As long as OpenID Connect lets a subject be. */
const MAX_SUBJECT = 255;

/** What only we and the browser that begins know of one sign-in. */
export interface SignInSecrets {
  /** Where the provider leads the browser back to, exactly. */
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** One provider of sign-in, spoken to in OpenID Connect: authorization code, PKCE, nonce. */
export class IdentityProvider {
  private readonly logger = new Logger(IdentityProvider.name);
  private discovered: Promise<openid.Configuration> | undefined;

  constructor(private readonly provider: SignInProvider) {}

  get name(): string {
    return this.provider.name;
  }

  /** Where to send the browser. @throws DomainError `upstream_failed`, `upstream_timeout` */
  async authorizationUrl({ redirectUri, state, nonce, codeVerifier }: SignInSecrets): Promise<string> {
    const configuration = await this.configuration();
    const codeChallenge = await openid.calculatePKCECodeChallenge(codeVerifier);
    return openid.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    }).href;
  }

  /**
   * Whom the provider signed in.
   * @param issuer who the answer says it is from, where it says so
   * @throws DomainError `sign_in_refused` for a code or token that is not good for this sign-in; as above
   */
  async identify(
    { redirectUri, state, nonce, codeVerifier }: SignInSecrets,
    code: string,
    issuer?: string,
  ): Promise<ProviderIdentity> {
    const configuration = await this.configuration();
    const answer = new URL(redirectUri);
    answer.searchParams.set('code', code);
    answer.searchParams.set('state', state);
    // A client that passes code and state on may leave this out: each provider leads back to an address of its own,
    // and the state is good for that one alone, so that no provider's answer is taken for another's.
    answer.searchParams.set('iss', issuer ?? configuration.serverMetadata().issuer);
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier };
    try {
      const tokens = await openid.authorizationCodeGrant(configuration, answer, checks);
      const claims = tokens.claims();
      if (!claims || claims.sub.length > MAX_SUBJECT) throw new Error('The subject is too long');
      const page = 'email' in claims ? {} : await this.pageOf(configuration, tokens.access_token, claims.sub);
      return toIdentity(this.provider.id, claims, page);
    } catch (error) {
      throw this.told(error, isRefusal(error) ? signInRefused(error) : providerFailed(this.name, error));
    }
  }

  private async pageOf(configuration: openid.Configuration, accessToken: string, subject: string) {
    if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
    return openid.fetchUserInfo(configuration, accessToken, subject);
  }

  /** What the provider says of itself, asked once; a failure is told to those who wait and not kept. */
  private configuration(): Promise<openid.Configuration> {
    this.discovered ??= this.discover().catch((error: unknown) => {
      this.discovered = undefined;
      throw this.told(error, providerFailed(this.name, error));
    });
    return this.discovered;
  }

  private async discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.provider;
    const server = new URL(issuer);
    const configuration = await openid.discovery(
      server,
      clientId,
      { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      clientAuthentication(clientSecret),
      {
        timeout: CALL_TIMEOUT_SECONDS,
        // The environment takes http for issuers on this machine alone.
        execute: server.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
      },
    );
    const { authorization_endpoint: begins, token_endpoint: ends } = configuration.serverMetadata();
    if (begins === undefined || ends === undefined) throw new Error('It signs nobody in by a code');
    return configuration;
  }

  private told(error: unknown, refusal: DomainError): DomainError {
    const reason = error instanceof Error ? error.message : String(error);
    const { code } = refusal;
    this.logger.warn({ provider: this.provider.id, reason, code }, 'A provider did not sign in');
    return refusal;
  }
}

/** In the body where the provider takes it there, else in the header, where everybody must. */
function clientAuthentication(secret: string): openid.ClientAuth {
  const [inBody, inHeader] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (server, ...call) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (takesBody ? inBody : inHeader)(server, ...call);
  };
}
