// Runs in the full check only: it starts an api for each setting.
import { type Server, type ServerResponse, createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Environment } from '@app/config';
import { FixedClock } from '@app/kernel';
import { ConfigurationService } from '@app/domain';
import { GuardedApi } from '../factories/guarded-api';
import { ProviderSignInApi, aPerson, issuerVariables } from '../factories/provider-sign-in-api';
import { waitFor } from '../harness';

const clock = new FixedClock(Date.now());
const AUTHORIZE = '/auth/oauth/google/authorize';

type Reply = (response: ServerResponse, url: string) => void;

/** A stub that replaces the provider. By default, it serves the metadata of the provider and nothing else. */
class StubProvider {
  answer: Reply = answerWithDiscovery;
  /** The number of requests so far. */
  requests = 0;
  private port = 0;
  private readonly server: Server = createServer((_request, response) => {
    this.requests += 1;
    response.setHeader('content-type', 'application/json');
    this.answer(response, this.url);
  });

  static async start(): Promise<StubProvider> {
    const provider = new StubProvider();
    await provider.listen();
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens on a free port, and after a `stop` on the same port again. */
  async listen(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}

async function startApi(environment: Partial<Environment>): Promise<GuardedApi> {
  const api = await GuardedApi.start(clock, { environment });
  // Wait until the service has connected to Redis.
  await waitFor(async () => (await api.get(AUTHORIZE)).status !== 503, { what: 'the store' });
  return api;
}

async function withApi(
  environment: Partial<Environment>,
  work: (api: GuardedApi) => Promise<void>,
): Promise<void> {
  const api = await startApi(environment);
  try {
    await work(api);
  } finally {
    await api.stop();
  }
}

describe('configuration of provider sign-in', () => {
  it('provider sign-in is disabled if no provider is configured', async () => {
    await withApi({}, async (api) => {
      expect((await api.get('/auth/oauth/providers')).body).toEqual({ providers: [] });
      for (const path of [AUTHORIZE, '/auth/oauth/google/callback?code=1&state=2']) {
        expect(await api.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      }
    });
  });

  it('provider sign-in enables only providers that have an id and a secret', async () => {
    const { OAUTH_GOOGLE_CLIENT_SECRET: _, ...half } = issuerVariables('http://127.0.0.1:1');
    await withApi(half, async (api) => {
      expect((await api.get('/auth/oauth/providers')).body).toEqual({
        providers: [{ id: 'microsoft', name: 'Microsoft' }],
      });
      expect((await api.get(AUTHORIZE)).status).toBe(404);
    });
  });

  describe('behind HTTPS', () => {
    let provider: StubProvider;
    let api: GuardedApi;

    beforeAll(async () => {
      provider = await StubProvider.start();
      api = await startApi({
        ...issuerVariables(provider.url),
        PUBLIC_URL: 'https://example.org/plantroom/',
      });
    });
    afterAll(async () => {
      await api.stop();
      await provider.stop();
    });

    const end = async (change: (cookie: string) => string) => {
      const { query, cookie } = await begin(api);
      const path = `/auth/oauth/google/callback?error=access_denied&state=${query.get('state')}`;
      return (await api.send(path, { headers: { cookie: change(cookie) } })).body.code;
    };

    it("provider sign-in redirects to the operator's address, and sets the cookie for HTTPS only", async () => {
      const { query, cookie, attributes } = await begin(api);
      expect(query.get('redirect_uri')).toBe('https://example.org/plantroom/api/auth/oauth/google/callback');
      expect(cookie).toMatch(/^__Secure-plantroom_sign_in=[\w-]{43}$/);
      expect(attributes).toEqual(
        expect.arrayContaining([
          'Path=/plantroom/api/auth/oauth/google/callback',
          'HttpOnly',
          'Secure',
          'SameSite=Lax',
        ]),
      );
    });

    it('provider sign-in accepts no cookie that a plain HTTP page may have set', async () => {
      expect(await end((cookie) => cookie.replace('__Secure-', ''))).toBe('invalid_state');
      expect(await end((cookie) => `a=b; ${cookie}; c=d`)).toBe('sign_in_refused');
    });
  });

  describe('with the default settings', () => {
    let rig: ProviderSignInApi;

    beforeAll(async () => {
      rig = await ProviderSignInApi.start(clock);
    });
    afterAll(() => rig.stop());

    it('provider sign-in never redirects to an address that the caller chooses', async () => {
      const { port } = new URL(rig.origin);
      for (const host of [
        'evil.example.org',
        `127.0.0.1.example.org:${port}`,
        'localhost@evil.example.org',
      ]) {
        expect(await withHost(Number(port), host)).toMatchObject({
          status: 409,
          text: expect.stringContaining('PUBLIC_URL'),
        });
      }
    });

    it('provider sign-in creates no accounts if registration is closed, but links existing accounts', async () => {
      const dataSource = rig.api.database.dataSource;
      await rig.api.app.get(ConfigurationService, { strict: false }).ensure();
      await dataSource.query(`UPDATE platform_configuration SET registration_enabled = false`);
      const token = await rig.bindToken(aPerson());
      await rig.pass(2000);
      expect(await rig.registerAndBind(token, 'Shut.Out')).toMatchObject({
        status: 403,
        body: { error: expect.any(String), code: 'registration_closed' },
      });
      expect((await rig.bind(token, 'nobody', 'nothing')).status).toBe(401);
    });
  });

  describe('with a provider that fails', () => {
    let provider: StubProvider;
    let api: GuardedApi;

    beforeAll(async () => {
      provider = await StubProvider.start();
      // Until a test sets another answer, the provider fails, so that no metadata is cached.
      provider.answer = (response) => response.writeHead(500).end('{}');
      api = await startApi(issuerVariables(provider.url));
    });
    afterAll(async () => {
      await api.stop();
      await provider.stop();
    });

    it.each<[string, Reply]>([
      [
        'has the metadata of another issuer',
        (response) => response.end(JSON.stringify(discoveryOf('https://evil.example.org'))),
      ],
      ['has metadata without addresses', (response, issuer) => response.end(JSON.stringify({ issuer }))],
      ['sends a page instead of metadata', (response) => response.end('<html>')],
      [
        'redirects to another server',
        (response) => response.writeHead(302, { location: 'https://evil.example.org' }).end(),
      ],
      [
        'sends more than 256 KiB',
        (response, url) =>
          response.end(JSON.stringify({ ...discoveryOf(url), filler: 'x'.repeat(256 * 1024) })),
      ],
      [
        'sends deeply nested metadata',
        (response, url) =>
          response.end(
            JSON.stringify(discoveryOf(url)).replace('{', `{"filler":${'['.repeat(300)}${']'.repeat(300)},`),
          ),
      ],
      ['fails', (response) => response.writeHead(500).end('{}')],
      ['closes the connection', (response) => response.destroy()],
    ])('provider sign-in responds with 502 if the provider %s', async (_, answer) => {
      provider.answer = answer;
      const before = provider.requests;
      const { status, text } = await api.get(AUTHORIZE);
      expect(provider.requests).toBeGreaterThan(before);
      expect(status).toBe(502);
      expect(text).not.toContain('evil');
    });

    it('provider sign-in responds with 504 if the provider hangs', async () => {
      provider.answer = () => undefined;
      const startedAtMs = performance.now();
      expect((await api.get(AUTHORIZE)).status).toBe(504);
      expect(performance.now() - startedAtMs).toBeLessThan(5000);
    });

    // This is the last test, because the api caches the metadata.
    it('provider sign-in responds with 502 while the provider is down, and works again when the provider is back', async () => {
      await provider.stop();
      expect((await api.get(AUTHORIZE)).status).toBe(502);
      provider.answer = answerWithDiscovery;
      await provider.listen();
      expect((await api.get(AUTHORIZE)).status).toBe(200);
      await provider.stop();
      // The provider is down again, but its metadata is cached.
      expect((await api.get(AUTHORIZE)).status).toBe(200);
    });
  });

  it('provider sign-in limits the number of sign-ins per client', async () => {
    const rig = await ProviderSignInApi.start(clock, { LIMIT_PROVIDER_SIGN_INS_PER_CLIENT: 5 });
    const answers = [];
    for (let index = 0; index < 6; index++) answers.push(await rig.api.get(AUTHORIZE));
    expect(answers.at(-1)).toMatchObject({ status: 429, body: { error: expect.any(String) } });
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    await rig.stop();
  });
});

async function begin(api: GuardedApi) {
  const { body, headers } = await api.get(AUTHORIZE);
  const [cookie = '', ...attributes] = String(headers.get('set-cookie')).split('; ');
  return { query: new URL(String(body.url)).searchParams, cookie, attributes };
}

function answerWithDiscovery(response: ServerResponse, url: string): void {
  response.end(JSON.stringify(discoveryOf(url)));
}

/** Returns the metadata of a provider at `url`. */
function discoveryOf(url: string): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/auth`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
  };
}

/** Uses `node:http`, because `fetch` cannot send a different Host header. */
function withHost(port: number, host: string): Promise<{ status: number | undefined; text: string }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: `/api${AUTHORIZE}`, headers: { host } }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode, text }));
    })
      .on('error', reject)
      .end();
  });
}
