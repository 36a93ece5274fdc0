import type { AddressInfo } from 'node:net';
import type { Environment } from '@app/config';
import type { FixedClock } from '@app/kernel';
import { Redis } from 'ioredis';
import { waitFor } from '../harness';
import { type Person, TestIssuer } from '../servers/test-issuer';
import { type Answer, GuardedApi } from './guarded-api';
import { TestBrowser } from './test-browser';

type ProviderId = 'google' | 'microsoft';

let people = 0;

/** Creates a person whose address the issuer has verified. */
export function aPerson(overrides: Partial<Person> = {}): Person {
  people += 1;
  const address = `person.${people}@example.org`;
  return {
    sub: `person-${people}`,
    email: address,
    email_verified: true,
    name: `Person ${people}`,
    ...overrides,
  };
}

/** Serves the routes of provider sign-in. One issuer acts as both providers. */
export class ProviderSignInApi {
  private constructor(
    readonly api: GuardedApi,
    readonly issuer: TestIssuer,
    private readonly clock: FixedClock,
  ) {}

  /**
   * @param reachedAt returns the address at which clients reach the issuer, for example the address of a relay in front
   *   of the issuer's own `url`
   */
  static async start(
    clock: FixedClock,
    overrides: Partial<Environment> = {},
    reachedAt: (url: string) => string | Promise<string> = (url) => url,
  ): Promise<ProviderSignInApi> {
    const issuer = await TestIssuer.listen();
    const issuerUrl = await reachedAt(issuer.url);
    const environment = { ...issuerVariables(issuerUrl), ...overrides };
    const api = await GuardedApi.start(clock, { environment });
    const started = new ProviderSignInApi(api, issuer, clock);
    issuer.serve(
      issuerClients((provider) => started.callback(provider)),
      issuerUrl,
    );
    // Wait until the service has connected to Redis.
    const begin = () => api.get('/auth/oauth/google/authorize');
    await waitFor(async () => (await begin()).status !== 503, { what: 'the store' });
    return started;
  }

  get origin(): string {
    const { port } = this.api.app.getHttpServer().address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Returns the address of the service to which a provider redirects the browser. */
  callback(provider: ProviderId = 'google'): string {
    return `${this.origin}/api/auth/oauth/${provider}/callback`;
  }

  /** Starts a sign-in. Returns the address of the provider that the client must open. */
  async authorize(browser: TestBrowser, provider: ProviderId = 'google'): Promise<URL> {
    const response = await browser.go(`${this.origin}/api/auth/oauth/${provider}/authorize`);
    const { url } = (await response.json()) as { url: string };
    return new URL(url);
  }

  /** Signs in `person` at the provider. Returns the address to which the provider then redirects the browser. */
  async signedIn(url: URL, browser: TestBrowser, person: Person | null): Promise<URL> {
    this.issuer.person = person;
    return browser.followTo(this.origin, url.href);
  }

  /** Performs a complete sign-in. */
  async signIn(
    person: Person,
    provider: ProviderId = 'google',
    browser = new TestBrowser(),
  ): Promise<Answer> {
    const back = await this.signedIn(await this.authorize(browser, provider), browser, person);
    return this.comeBack(back, browser);
  }

  /** Opens the address to which the provider has redirected the browser, so that the service completes the sign-in. */
  async comeBack(back: URL, browser: TestBrowser): Promise<Answer> {
    return toAnswer(await browser.go(back.href, { headers: { accept: 'application/json' } }));
  }

  /** Signs in a person without an account. Returns the token that binds the person's identity to an account. */
  async bindToken(person: Person, provider: ProviderId = 'google'): Promise<string> {
    return String((await this.signIn(person, provider)).body.bindToken);
  }

  bind(bindToken: unknown, username: unknown, password: unknown): Promise<Answer> {
    return this.api.post('/auth/oauth/bind', { bindToken, username, password });
  }

  registerAndBind(bindToken: unknown, username: unknown): Promise<Answer> {
    return this.api.post('/auth/oauth/register-and-bind', { bindToken, username });
  }

  /** Advances the clock. Also makes keys in Redis expire, because Redis uses its own clock. */
  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    const { QUEUE_URL } = this.api.environment;
    if (!QUEUE_URL.startsWith('redis')) return;
    const redis = new Redis(QUEUE_URL);
    for (const key of await redis.keys('plantroom:ephemeral:*')) {
      await redis.pexpire(key, (await redis.pttl(key)) - ms);
    }
    await redis.quit();
  }

  async stop(): Promise<void> {
    await this.api.stop();
    await this.issuer.stop();
  }
}

/** Returns the environment variables with which both providers use the issuer at `url`. */
export function issuerVariables(url: string): Partial<Environment> {
  return {
    OAUTH_GOOGLE_ISSUER: url,
    OAUTH_GOOGLE_CLIENT_ID: 'google-client',
    OAUTH_GOOGLE_CLIENT_SECRET: 'google-secret',
    OAUTH_MICROSOFT_ISSUER: url,
    OAUTH_MICROSOFT_CLIENT_ID: 'microsoft-client',
    OAUTH_MICROSOFT_CLIENT_SECRET: 'microsoft-secret',
  };
}

/** Returns the registrations of the service at the issuer, one per provider. */
export function issuerClients(callback: (provider: ProviderId) => string) {
  return (['google', 'microsoft'] as const).map((provider) => ({
    id: `${provider}-client`,
    secret: `${provider}-secret`,
    redirectUri: callback(provider),
  }));
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const { status, headers } = response;
  return { status, headers, text, body: JSON.parse(text) as Record<string, unknown> };
}
