import { type IncomingMessage, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ApiAnswer, RunningApi } from '../factories/running-api';

const AS_BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const SCRIPT = /<script type="module"[^>]* src="(\/assets\/[^"]+\.js)"/;

describe('The console', () => {
  let api: RunningApi;

  beforeAll(async () => (api = await RunningApi.startProcess()));
  afterAll(() => api.stop());

  const open = (path: string): Promise<ApiAnswer> => api.call('GET', path, { headers: AS_BROWSER });
  const policy = async () =>
    (await open('/')).headers.get('content-security-policy')?.replace(/'nonce-[^']+'/, '');
  const images = async () =>
    /img-src ([^;]*)/.exec((await open('/')).headers.get('content-security-policy') ?? '')?.[1];
  const script = async (): Promise<string> => SCRIPT.exec((await open('/')).text)?.[1] ?? 'no script';

  it.each(['/', '/alerts', '/sign-in?returnTo=%2Falerts', '/any/thing'])(
    'the console answers a browser that opens %s with its page',
    async (path) => {
      const { status, headers, text } = await open(path);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(text).toMatch(SCRIPT);
    },
  );

  it('the console allows only its own scripts, and style elements with the nonce of this answer', async () => {
    const { headers, text } = await open('/');
    const policy = headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(Object.fromEntries(policy.split('; ').map((rule) => rule.split(/ (.*)/, 2)))).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': `'self' 'nonce-${nonce}'`,
      'img-src': "'self' data: blob:",
      'font-src': "'self'",
      'manifest-src': "'self'",
      'frame-src': 'blob:',
      'connect-src': "'self' data: blob:",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(text).toContain(`<meta property="csp-nonce" nonce="${nonce}"`);
    expect(text).not.toMatch(/__CSP_NONCE__|<style|<script(?![^>]* src=)| on\w+=| style=/);
    expect((await open('/')).headers.get('content-security-policy')).not.toContain(nonce);
  });

  it('the console allows images from the origin of the configured logo, and from no other', async () => {
    const token = await api.signIn();
    const change = (logoUrl: string | null) => api.call('PUT', '/api/configs', { token, body: { logoUrl } });
    await change('https://cdn.example.org:8443/logos;x/logo.svg?a=1');
    expect(await images()).toBe("'self' data: blob: https://cdn.example.org:8443");
    await change('http://logo.0x1/not-an-address.svg');
    expect(await images()).toBe("'self' data: blob:");
    await change(null);
    expect(await images()).toBe("'self' data: blob:");
  });

  it.each(['\u037E', '\uFE14', '\uFE10'])(
    'the console does not let %j in the host of the logo change its policy',
    async (sign) => {
      const token = await api.signIn();
      const logoUrl = `https://a${sign}script-src-elem/logo.svg`;
      const before = await policy();
      await api.call('PUT', '/api/configs', { token, body: { logoUrl } });
      expect(await policy()).toBe(before);
      await api.call('PUT', '/api/configs', { token, body: { logoUrl: null } });
    },
  );

  it('the console lets browsers keep its files for a year', async () => {
    const { status, headers } = await api.call('GET', await script());
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('the console lets its service worker answer for all pages, and fetch only from this service', async () => {
    const { status, headers } = await api.call('GET', '/assets/service-worker-1.js');
    expect(status).toBe(200);
    expect(headers.get('service-worker-allowed')).toBe('/');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
    expect((await api.call('GET', await script())).headers.has('service-worker-allowed')).toBe(false);
  });

  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (content: Buffer) => content],
  ])(
    'the console sends its files to a client that accepts %s in that encoding',
    async (accepted, encoding, decode) => {
      const path = await script();
      const plain = await raw(path, {});
      const { headers, content } = await raw(path, { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toBe('Accept-Encoding');
      expect(decode(content).equals(plain.content)).toBe(true);
      expect(plain.headers['content-encoding']).toBeUndefined();
    },
  );

  it('the console answers HEAD like GET, without a body', async () => {
    const path = await script();
    const { headers, text } = await api.call('HEAD', path);
    expect(Number(headers.get('content-length'))).toBeGreaterThan(1000);
    expect(text).toBe('');
  });

  it.each([
    '/api/nothing',
    '/API/nothing',
    '/health/nothing',
    '/static/models/nothing',
    '/documentation/nothing',
  ])('the console leaves %s to the api, which answers with a JSON error', async (path) => {
    const { status, body } = await open(path);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['a program', 'GET', '/alerts', { accept: 'application/json' }],
    ['a client without a preference', 'GET', '/alerts', { accept: '*/*' }],
    ['a form', 'POST', '/alerts', AS_BROWSER],
  ])('the console does not answer %s with its page', async (_who, method, path, headers) => {
    const { status, body } = await api.call(method, path, { headers });
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found' });
  });

  it('the console refuses methods other than GET, HEAD and OPTIONS for its files', async () => {
    const { status, headers } = await api.call('DELETE', await script());
    expect(status).toBe(405);
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  it.each([
    '/assets/../index.html',
    '/assets/..%2f..%2fapps%2fapi%2fsrc%2fmain.js',
    '/assets/%2e%2e/%2e%2e/apps/api/src/main.js',
    '/assets/..\\..\\apps\\api\\src\\main.js',
    '/assets//etc/passwd',
    '/assets/',
    '/assets/missing-00000000.js',
  ])('the console sends no file for %s', async (path) => {
    const { status, content } = await raw(path, AS_BROWSER);
    expect(status).toBe(404);
    expect(content.toString()).not.toMatch(/root:|require\(|<html/);
  });

  it('the console is not served with CONSOLE=false', async () => {
    const path = await script();
    const bare = await api.another({ CONSOLE: false });
    const home = await bare.call('GET', '/', { headers: AS_BROWSER });
    expect(home.text).toContain('href="/documentation"');
    expect(home.text).not.toMatch(SCRIPT);
    for (const missing of ['/alerts', path]) {
      const { status, body } = await bare.call('GET', missing, { headers: AS_BROWSER });
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'not_found' });
    }
    await bare.stopProcess();
  });

  /** Sends the path unchanged. `fetch` would normalize it, and decode the answer. */
  async function raw(path: string, headers: Record<string, string>) {
    const { hostname, port } = new URL(api.address);
    const request = httpRequest({ hostname, port, path, headers });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = await response.toArray();
    return { status: response.statusCode, headers: response.headers, content: Buffer.concat(chunks) };
  }
});
