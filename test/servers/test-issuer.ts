import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type Configuration, Provider } from 'oidc-provider';

/** A person with an account at the issuer. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface IssuerClient {
  id: string;
  secret: string;
  redirectUri: string;
}

const INTERACTION = '/interaction';
const LIFETIME_SECONDS = 600;

/**
 * A real OpenID Connect issuer on the loopback address. It signs in every visitor as `person`, or refuses if `person`
 * is null.
 */
export class TestIssuer {
  /** The person to sign in; null to refuse every sign-in. */
  person: Person | null = null;
  private readonly people = new Map<string, Person>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  /** Listens for connections, but sends no response before `serve` is called. */
  static async listen(): Promise<TestIssuer> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new TestIssuer(server, `http://127.0.0.1:${port}`);
  }

  /** @param url the address at which clients reach the issuer, for example the address of a relay in front of it */
  serve(clients: IssuerClient[], url = this.url): void {
    const provider = quietly(() => new Provider(url, this.configuration(clients)));
    const serve = provider.callback();
    this.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (request.url?.startsWith(INTERACTION)) void this.decide(provider, request, response);
      else void serve(request, response);
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async decide(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { person } = this;
    if (person) this.people.set(person.sub, person);
    const result = person
      ? { login: { accountId: person.sub, remember: false } }
      : { error: 'access_denied', error_description: '<script>alert(1)</script>' };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  private configuration(clients: IssuerClient[]): Configuration {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    return {
      clients: clients.map(({ id, secret, redirectUri }) => ({
        client_id: id,
        client_secret: secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      })),
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', alg: 'RS256', use: 'sig' }] },
      cookies: { keys: [randomBytes(16).toString('hex')] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `${INTERACTION}/${uid}` },
      ttl: {
        AccessToken: LIFETIME_SECONDS,
        Grant: LIFETIME_SECONDS,
        IdToken: LIFETIME_SECONDS,
        Interaction: LIFETIME_SECONDS,
        Session: LIFETIME_SECONDS,
      },
      pkce: { required: () => true },
      findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...this.people.get(sub), sub }) }),
      // Grants consent without asking the user.
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId,
          accountId: oidc.session?.accountId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
  }
}

/** Suppresses the provider's warning about in-memory storage, which the tests use on purpose. */
function quietly<T>(make: () => T): T {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return make();
  } finally {
    console.warn = warn;
  }
}
