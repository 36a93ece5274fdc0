import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { type ApiAnswer, RunningApi } from '../factories/running-api';

const CLIENT = 'https://admin.example.org';
const FOREIGN = 'https://evil.example';
/** The tests act as a trusted proxy on this machine. */
const PROXY = '127.0.0.0/8';

const allowances = ({ headers }: ApiAnswer) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('HTTP headers', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await RunningApi.start({ CLIENT_ORIGIN: CLIENT, TRUSTED_PROXIES: [PROXY, '203.0.113.0/24'] });
    token = await api.signIn();
  });
  afterAll(() => api.stop());

  it.each([
    ['a success', 'GET', '/api/public/settings', {}],
    ['a refusal', 'GET', '/api/configs', {}],
    ['an unknown path', 'GET', '/nothing', {}],
    ['a malformed body', 'PUT', '/api/configs', { body: '{' }],
    ['a preflight', 'OPTIONS', '/api/configs', preflight(CLIENT)],
    ['an unsupported method', 'TRACE', '/api/configs', {}],
  ])(
    'HTTP headers do not let a browser run, frame or cache %s, or guess its type',
    async (_what, method, path, options) => {
      const { headers } = method === 'TRACE' ? await trace(path) : await call(method, path, options);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.has('x-request-id')).toBe(true);
      for (const banner of ['server', 'x-powered-by', 'via', 'etag']) expect(headers.has(banner)).toBe(false);
    },
  );

  it('HTTP headers protect the API reference as well', async () => {
    const { headers } = await call('GET', '/documentation');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.has('x-powered-by')).toBe(false);
  });

  it('HTTP headers enforce HTTPS (HSTS) over TLS only', async () => {
    for (const path of ['/api/public/settings', '/documentation', '/nothing']) {
      const bySecureProxy = await call('GET', path, { headers: { 'x-forwarded-proto': 'https' } });
      expect(bySecureProxy.headers.get('strict-transport-security')).toMatch(/^max-age=31536000\b/);
      expect((await call('GET', path)).headers.has('strict-transport-security')).toBe(false);
    }
  });

  it('the API does not echo a TRACE request', async () => {
    const answer = await trace('/api/configs', { 'x-secret': 'hidden' });
    expect(answer.status).toBe(405);
    expect(answer.text).not.toContain('hidden');
  });

  describe('for other origins', () => {
    it('HTTP headers allow the admin client to call and read, without cookies', async () => {
      const answer = await call('GET', '/api/configs', { token, headers: { origin: CLIENT } });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe(CLIENT);
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      expect(answer.headers.get('access-control-expose-headers')?.split(',')).toEqual(
        expect.arrayContaining(['X-Total-Count', 'X-Total-Count-Exact', 'Link']),
      );
      expect(answer.headers.get('vary')).toContain('Origin');
    });

    it('HTTP headers allow the admin client to read errors', async () => {
      for (const [path, status] of [
        ['/api/configs', 401],
        ['/api/nothing', 404],
      ] as const) {
        const answer = await call('GET', path, { headers: { origin: CLIENT } });
        expect(answer.status).toBe(status);
        expect(answer.headers.get('access-control-allow-origin')).toBe(CLIENT);
      }
    });

    it.each(['GET', 'POST', 'PUT', 'DELETE'])(
      "HTTP headers permit the admin client's preflight of %s",
      async (method) => {
        const answer = await call('OPTIONS', '/api/configs', preflight(CLIENT, method));
        expect(answer).toMatchObject({ status: 204, text: '' });
        expect(answer.headers.get('access-control-allow-origin')).toBe(CLIENT);
        expect(answer.headers.get('access-control-allow-methods')).toContain(method);
        expect(answer.headers.get('access-control-allow-headers')).toMatch(
          /Authorization.*Idempotency-Key.*Last-Event-ID/,
        );
        expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
      },
    );

    it.each([
      FOREIGN,
      'null',
      `${CLIENT}.evil.example`,
      'https://evil.example/https://admin.example.org',
      'http://admin.example.org',
      `${CLIENT}:8443`,
      'https://ADMIN.example.org',
      '*',
    ])('HTTP headers do not permit the origin %s', async (origin) => {
      const answer = await call('GET', '/api/public/settings', { headers: { origin } });
      expect(allowances(answer)).toEqual([]);
      const preflightAnswer = await call('OPTIONS', '/api/configs', preflight(origin));
      expect(allowances(preflightAnswer)).toEqual([]);
      // OPTIONS lists the methods of the path for any origin. This is safe, because the API reference shows them
      // anyway.
      expect(preflightAnswer.status).toBe(204);
      expect(preflightAnswer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, PUT');
    });

    it('HTTP headers allow no other origin if no admin client is configured', async () => {
      const closed = await api.another({ CLIENT_ORIGIN: undefined });
      for (const origin of [CLIENT, FOREIGN]) {
        expect(allowances(await closed.call('GET', '/api/configs', { headers: { origin } }))).toEqual([]);
        const answer = await closed.call('OPTIONS', '/api/configs', preflight(origin));
        expect({ status: answer.status, allowances: allowances(answer) }).toEqual({
          status: 204,
          allowances: [],
        });
      }
      await closed.stopProcess();
    });
  });

  describe("with the caller's address", () => {
    it.each([
      ['no header', undefined, '127.0.0.1'],
      ['one address', '192.0.2.7', '192.0.2.7'],
      ['forged addresses before the real one', '10.0.0.1, 127.0.0.1, 192.0.2.7', '192.0.2.7'],
      ['a second proxy that is trusted', '10.0.0.1, 192.0.2.7, 203.0.113.9', '192.0.2.7'],
      ['a second proxy that is not trusted', '192.0.2.7, 198.51.100.1', '198.51.100.1'],
      ['a trusted proxy as IPv6', '192.0.2.7, ::ffff:203.0.113.9', '192.0.2.7'],
      ['a text that is not an address', 'unknown', '127.0.0.1'],
    ])(
      'address headers determine the address of the caller if the proxy sends %s',
      async (_what, forwarded, expected) => {
        expect(await seen(forwarded)).toBe(expected);
      },
    );

    it('address headers are trusted only from the configured proxies', async () => {
      const exposed = await api.another({ TRUSTED_PROXIES: [] });
      const headers = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
      const answer = await exposed.call('PUT', '/api/settings', {
        token,
        body: { theme: 'light' },
        headers,
      });
      expect(answer.headers.has('strict-transport-security')).toBe(false);
      expect((await api.auditEntries()).at(-1)?.address).toBe('127.0.0.1');
      await exposed.stopProcess();
    });
  });

  function call(...[method, path, options]: Parameters<RunningApi['call']>): Promise<ApiAnswer> {
    return api.call(method, path, options);
  }

  async function seen(forwarded?: string): Promise<string | null> {
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    await call('PUT', '/api/settings', { token, body: { theme: 'dark' }, headers });
    return (await api.auditEntries()).at(-1)?.address ?? null;
  }

  /** The request is sent with node:http, because `fetch` does not send TRACE. */
  async function trace(path: string, sent: Record<string, string> = {}): Promise<ApiAnswer> {
    const request = httpRequest(`${api.address}${path}`, { method: 'TRACE', headers: sent });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const headers = new Headers(Object.entries(response.headers as Record<string, string>));
    const chunks: Buffer[] = await response.toArray();
    const text = Buffer.concat(chunks).toString();
    return { status: response.statusCode ?? 0, headers, text, body: undefined };
  }
});

function preflight(origin: string, method = 'PUT') {
  return {
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    },
  };
}
