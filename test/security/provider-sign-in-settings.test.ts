// Runs in the full check only: it starts an api for each setting.
import { type ServerResponse, createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Environment } from '@app/config';
import { FixedClock } from '@app/kernel';
import { ConfigurationService } from '@app/domain';
import { GuardedApi } from '../factories/guarded-api';
import { ProviderSignInApi, aPerson, issuerVariables } from '../factories/provider-sign-in-api';
import { freePort, waitFor } from '../harness';

const clock = new FixedClock(Date.now());
const AUTHORIZE = '/auth/oauth/google/authorize';

async function withApi(
  environment: Partial<Environment>,
  work: (api: GuardedApi) => Promise<void>,
): Promise<void> {
  const api = await GuardedApi.start(clock, { environment });
  try {
    // Wait until the service has connected to Redis.
    await waitFor(async () => (await api.get(AUTHORIZE)).status !== 503, { what: 'the store' });
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
    it("provider sign-in redirects to the operator's address, and sets the cookie for HTTPS only", async () => {
      await withHttps(async (api) => {
        const { query, cookie, attributes } = await begin(api);
        expect(query.get('redirect_uri')).toBe(
          'https://example.org/plantroom/api/auth/oauth/google/callback',
        );
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
    });

    it('provider sign-in accepts no cookie that a plain HTTP page may have set', async () => {
      await withHttps(async (api) => {
        const end = async (change: (cookie: string) => string) => {
          const { query, cookie } = await begin(api);
          const path = `/auth/oauth/google/callback?error=access_denied&state=${query.get('state')}`;
          return (await api.send(path, { headers: { cookie: change(cookie) } })).body.code;
        };
        expect(await end((cookie) => cookie.replace('__Secure-', ''))).toBe('invalid_state');
        expect(await end((cookie) => `a=b; ${cookie}; c=d`)).toBe('sign_in_refused');
      });
    });
  });

  it('provider sign-in never redirects to an address that the caller chooses', async () => {
    const rig = await ProviderSignInApi.start(clock);
    const { port } = new URL(rig.origin);
    for (const host of ['evil.example.org', `127.0.0.1.example.org:${port}`, 'localhost@evil.example.org']) {
      expect(await withHost(Number(port), host)).toMatchObject({
        status: 409,
        text: expect.stringContaining('PUBLIC_URL'),
      });
    }
    await rig.stop();
  });

  it('provider sign-in creates no accounts if registration is closed, but links existing accounts', async () => {
    const rig = await ProviderSignInApi.start(clock);
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
    await rig.stop();
  });

  it('provider sign-in responds with 502 while the provider is down, and works again when the provider is back', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    await withApi(issuerVariables(url), async (api) => {
      expect((await api.get(AUTHORIZE)).status).toBe(502);
      await withPretender(
        answerWithDiscovery,
        async () => expect((await api.get(AUTHORIZE)).status).toBe(200),
        Number(new URL(url).port),
      );
      // The provider is down again, but its metadata is cached.
      expect((await api.get(AUTHORIZE)).status).toBe(200);
    });
  });

  it.each<[string, (response: ServerResponse, url: string) => void]>([
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
    await withPretender(answer, async (url) => {
      await withApi(issuerVariables(url), async (api) => {
        const { status, text } = await api.get(AUTHORIZE);
        expect(status).toBe(502);
        expect(text).not.toContain('evil');
      });
    });
  });

  it('provider sign-in responds with 504 if the provider hangs', async () => {
    await withPretender(
      () => undefined,
      async (url) => {
        await withApi(issuerVariables(url), async (api) => {
          const startedAtMs = performance.now();
          expect((await api.get(AUTHORIZE)).status).toBe(504);
          expect(performance.now() - startedAtMs).toBeLessThan(5000);
        });
      },
    );
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

/** Starts the API with a public HTTPS address. The provider is a stub that serves only its metadata. */
function withHttps(work: (api: GuardedApi) => Promise<void>): Promise<void> {
  return withPretender(answerWithDiscovery, (url) =>
    withApi({ ...issuerVariables(url), PUBLIC_URL: 'https://example.org/plantroom/' }, work),
  );
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

/** Runs `work` while a stub replaces the provider. */
async function withPretender(
  answer: (response: ServerResponse, url: string) => void,
  work: (url: string) => Promise<void>,
  port = 0,
): Promise<void> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    answer(response, url());
  });
  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(url());
  } finally {
    server.closeAllConnections();
    server.close();
  }
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
