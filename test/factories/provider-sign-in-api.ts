import type { AddressInfo } from 'node:net';
import type { Environment } from '@app/config';
import type { FixedClock } from '@app/kernel';
import type { Type } from '@nestjs/common';
import { Redis } from 'ioredis';
import { OAuthModule } from '../../apps/api/src/features/oauth/oauth.module';
import { waitFor } from '../harness';
import { type Person, TestIssuer } from '../servers/test-issuer';
import { type Answer, GuardedApi } from './guarded-api';
import { TestBrowser } from './test-browser';

type ProviderId = 'google' | 'microsoft';

let people = 0;

/** Somebody new, with an address that the issuer vouches for. */
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

/** The routes of sign-in through a provider, with one issuer behind both providers. */
export class ProviderSignInApi {
  private constructor(
    readonly api: GuardedApi,
    readonly issuer: TestIssuer,
    private readonly clock: FixedClock,
  ) {}

  /** @param features further ones to serve */
  static async start(
    clock: FixedClock,
    overrides: Partial<Environment> = {},
    features: Type[] = [],
  ): Promise<ProviderSignInApi> {
    const issuer = await TestIssuer.listen();
    const environment = { ...issuerVariables(issuer.url), ...overrides };
    const api = await GuardedApi.start(clock, { features: [OAuthModule, ...features], environment });
    const started = new ProviderSignInApi(api, issuer, clock);
    issuer.serve(issuerClients((provider) => started.callback(provider)));
    // Redis is connected to meanwhile.
    const begin = () => api.get('/auth/oauth/google/authorize');
    await waitFor(async () => (await begin()).status !== 503, { what: 'the store' });
    return started;
  }

  get origin(): string {
    const { port } = this.api.app.getHttpServer().address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Where a provider leads back to. */
  callback(provider: ProviderId = 'google'): string {
    return `${this.origin}/api/auth/oauth/${provider}/callback`;
  }

  /** The provider's address that the client is given. */
  async authorize(browser: TestBrowser, provider: ProviderId = 'google'): Promise<URL> {
    const response = await browser.go(`${this.origin}/api/auth/oauth/${provider}/authorize`);
    const { url } = (await response.json()) as { url: string };
    return new URL(url);
  }

  /** The address that the provider leads the browser back to, once it has signed `person` in. */
  async signedIn(url: URL, browser: TestBrowser, person: Person | null): Promise<URL> {
    this.issuer.person = person;
    return browser.followTo(this.origin, url.href);
  }

  /** All of a sign-in. */
  async signIn(
    person: Person,
    provider: ProviderId = 'google',
    browser = new TestBrowser(),
  ): Promise<Answer> {
    const back = await this.signedIn(await this.authorize(browser, provider), browser, person);
    return this.comeBack(back, browser);
  }

  /** Gives the service what the provider led back with. */
  async comeBack(back: URL, browser: TestBrowser): Promise<Answer> {
    return toAnswer(await browser.go(back.href, { headers: { accept: 'application/json' } }));
  }

  /** The token to bind of somebody new. */
  async bindToken(person: Person, provider: ProviderId = 'google'): Promise<string> {
    return String((await this.signIn(person, provider)).body.bindToken);
  }

  bind(bindToken: unknown, username: unknown, password: unknown): Promise<Answer> {
    return this.api.post('/auth/oauth/bind', { bindToken, username, password });
  }

  registerAndBind(bindToken: unknown, username: unknown): Promise<Answer> {
    return this.api.post('/auth/oauth/register-and-bind', { bindToken, username });
  }

  /** Lets time pass: by the clock, and in Redis, which has one of its own. */
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

/** Both providers, configured to be the issuer at `url`. */
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

/** The service as the issuer knows it, once as each provider. */
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
