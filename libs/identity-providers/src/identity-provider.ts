import type { SignInProvider } from '@app/config';
import { type DomainError, jsonExcess, limitedText } from '@app/kernel';
import { Logger } from '@nestjs/common';
import * as openid from 'openid-client';
import { isRefusal, providerFailed, signInRefused } from './provider-errors';
import { type ProviderIdentity, toIdentity } from './provider-identity';

/** Time limit of each call to the provider. A response to a client may need two or three such calls. */
const CALL_TIMEOUT_SECONDS = 3;
const CLOCK_TOLERANCE_SECONDS = 30;
/** Maximum size of an answer. The usual metadata and keys have less than 20 KB. */
const MAX_BYTES = 256 * 1024;
/** The maximum length of a subject in OpenID Connect. */
const MAX_SUBJECT = 255;

/** The values of one sign-in, which only this service and the browser know. */
export interface SignInSecrets {
  /** The exact address to which the provider redirects the browser. */
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A sign-in provider. People sign in with the authorization code flow of OpenID Connect, with PKCE and a nonce. */
export class IdentityProvider {
  private readonly logger = new Logger(IdentityProvider.name);
  private discovered: Promise<openid.Configuration> | undefined;

  constructor(private readonly provider: SignInProvider) {}

  get name(): string {
    return this.provider.name;
  }

  /**
   * Returns the address to which the browser is redirected.
   * @throws DomainError `upstream_failed`, `upstream_timeout`
   */
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
   * Exchanges the code for the identity of the person who signed in.
   * @param issuer the issuer in the provider's answer, if the answer contains one
   * @throws DomainError `sign_in_refused` if the code or the token is not valid for this sign-in; `upstream_failed`;
   *   `upstream_timeout`
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
    // A client may pass on the code and the state without the issuer. In this case, the expected issuer is used. The
    // answers of two providers still cannot be confused: each provider has its own redirect address, and the state is
    // valid only for this address.
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

  /**
   * Returns the metadata of the provider, which is fetched only once. If this fails, the waiting callers get the error,
   * and the next call fetches it again.
   */
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
        [openid.customFetch]: fetchWithinLimits,
        timeout: CALL_TIMEOUT_SECONDS,
        // http is safe here, because the environment allows it only for issuers on this machine.
        execute: server.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
      },
    );
    const { authorization_endpoint: begins, token_endpoint: ends } = configuration.serverMetadata();
    if (begins === undefined || ends === undefined)
      throw new Error('The provider does not support sign-in by authorization code');
    return configuration;
  }

  private told(error: unknown, refusal: DomainError): DomainError {
    const reason = error instanceof Error ? error.message : String(error);
    const { code } = refusal;
    this.logger.warn(
      { provider: this.provider.id, reason, code },
      'A sign-in through an identity provider failed',
    );
    return refusal;
  }
}

/** Like `fetch`, but refuses an answer that is too large to be parsed at once. */
async function fetchWithinLimits(url: string, options: openid.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options);
  const text = await limitedText(response.body, MAX_BYTES);
  if (text === null) throw new Error(`The provider sent an answer of more than ${MAX_BYTES} bytes`);
  const excess = jsonExcess(text);
  if (excess !== null) throw new Error(`The provider sent an answer that ${excess.message}`);
  return new Response(text === '' ? null : text, response);
}

/**
 * Returns a function that authenticates the client. It sends the client secret in the body if the provider accepts
 * this. If not, it sends the secret in the header, which every provider must accept.
 */
function clientAuthentication(secret: string): openid.ClientAuth {
  const [inBody, inHeader] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (server, ...call) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    return (takesBody ? inBody : inHeader)(server, ...call);
  };
}
