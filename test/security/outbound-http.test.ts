import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { EnvironmentModule } from '@app/config';
import { DomainError } from '@app/kernel';
import {
  OutboundHttp,
  OutboundHttpModule,
  type OutboundHttpOptions,
  type OutboundRequest,
} from '@app/outbound-http';
import { Test } from '@nestjs/testing';
import { LocalServer } from '../factories/local-server';
import { selfSigned } from '../factories/self-signed';
import { testEnvironment } from '../harness';

const MEGABYTE = 1024 * 1024;
/** The maximum size of a response in these tests. */
const LIMIT_BYTES = 2 * MEGABYTE;
const LIMIT_MS = 400;
const refused = expect.objectContaining({ kind: 'forbidden', code: 'address_refused' });

/** Addresses that the fake resolver returns for host names. */
const NAMES: Record<string, string[]> = {
  'allowed.test': ['127.0.0.1'],
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'both.test': ['10.1.2.3', '127.0.0.2'],
};

const resolve = (host: string) => {
  const addresses = NAMES[host];
  if (!addresses) return Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }));
  return Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
};

const zeros = Buffer.alloc(2 * LIMIT_BYTES);
const PACKED: Record<string, () => Buffer> = {
  gzip: () => gzipSync(zeros),
  br: () => brotliCompressSync(zeros),
};

/** The responses of the test server by path. Any other path gets a greeting. */
const ANSWERS: Record<string, (response: ServerResponse, url: URL) => void> = {
  '/close': (response) => {
    const cameBy = response.socket?.localAddress ?? '';
    response.writeHead(200, { connection: 'close', 'x-came-by': cameBy }).end();
  },
  '/redirect': (response, url) => {
    response.writeHead(302, { location: url.searchParams.get('to') ?? '' }).end();
  },
  '/count': (response, url) => {
    const left = Number(url.searchParams.get('left'));
    if (left === 0) response.end('there');
    else response.writeHead(307, { location: `/count?left=${left - 1}` }).end();
  },
  '/slow-redirects': (response) => {
    setTimeout(() => response.writeHead(307, { location: '/slow-redirects' }).end(), LIMIT_MS / 3);
  },
  '/never': () => undefined,
  '/trickle': (response) => {
    const dripping = setInterval(() => response.write('.'), 20);
    response.once('close', () => clearInterval(dripping));
  },
  '/large': (response, url) => {
    const bytes = Number(url.searchParams.get('bytes'));
    response.writeHead(200, { 'content-length': bytes }).end(Buffer.alloc(bytes, 'a'));
  },
  '/endless': (response) => {
    const pour = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 'a')));
    };
    response.on('drain', pour);
    pour();
  },
  '/bomb': (response, url) => {
    const packed = url.searchParams.get('packed') ?? '';
    response.writeHead(200, { 'content-encoding': packed }).end(PACKED[packed]?.());
  },
  '/packed': (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('small'));
  },
  '/unpackable': (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('this is not gzip');
  },
  '/unknown-packing': (response) => {
    response.writeHead(200, { 'content-encoding': 'zstd' }).end('whatever');
  },
  '/cut-off': (response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  },
};

const to = (url: string) => `/redirect?to=${encodeURIComponent(url)}`;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: DomainError) => error.code,
  );

describe('http_request', () => {
  let server: LocalServer;
  const clients: OutboundHttp[] = [];

  const client = (overrides: Partial<OutboundHttpOptions> = {}) => {
    const made = new OutboundHttp({
      allowlist: [],
      maxMs: 20_000,
      maxBytes: LIMIT_BYTES,
      resolve,
      ...overrides,
    });
    clients.push(made);
    return made;
  };
  const ask = (http: OutboundHttp, path: string, overrides: Partial<OutboundRequest> = {}) =>
    http.request({
      method: 'GET',
      url: path.startsWith('/') ? `http://allowed.test:${server.port}${path}` : path,
      headers: {},
      signal: new AbortController().signal,
      ...overrides,
    });
  const allowed = (overrides: Partial<OutboundHttpOptions> = {}) =>
    client({ allowlist: [`allowed.test:${server.port}`], ...overrides });

  beforeAll(async () => {
    server = await LocalServer.start((request, response) => {
      const url = new URL(request.url ?? '', 'http://here');
      const answer = ANSWERS[url.pathname];
      if (answer) return answer(response, url);
      response.end(`hello ${request.method}`);
    });
  });
  beforeEach(() => {
    server.received.length = 0;
    server.connections = 0;
  });
  afterEach(() => clients.splice(0).forEach((http) => http.onApplicationShutdown()));
  afterAll(() => server.stop());

  it.each<[string, string | null]>([
    ['http://127.0.0.1/', 'address_refused'],
    ['http://2130706433/', 'address_refused'],
    ['http://[::1]/', 'address_refused'],
    ['http://loopback.test/', 'address_refused'],
    ['http://both.test/', 'address_refused'],
    ['http://unknown.test/', 'host_not_found'],
    ['http://user:secret@allowed.test/', 'request_invalid'],
    ['ftp://allowed.test/', 'request_invalid'],
    ['/path', null],
  ])('http_request fails before it is sent exactly as its check says: %s', async (url, code) => {
    const target = url.startsWith('/') ? `http://allowed.test:${server.port}${url}` : url;
    expect(await codeOf(allowed().check({ method: 'GET', url: target, headers: {} }))).toBe(code);
    expect(server.connections).toBe(0);
    expect(await codeOf(ask(allowed(), target))).toBe(code);
  });

  it.each([
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0x7f.0x0.0x0.0x1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '127.9.8.7',
    '0',
    '0.0.0.0',
    '１２７.０.０.１',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '169.254.169.254',
    '10.0.0.1',
    '192.168.0.1',
    '100.64.0.1',
    'loopback.test',
    'LOOPBACK.test',
    'loopback6.test',
    'mapped.test',
    'metadata.test',
    'both.test',
  ])('http_request refuses %s and opens no connection', async (host) => {
    await expect(ask(client(), `http://${host}:${server.port}/`)).rejects.toThrow(refused);
    await expect(ask(client(), `https://${host}:${server.port}/`)).rejects.toThrow(refused);
    expect(server.connections).toBe(0);
  });

  it.each([
    ['localhost', /^address_refused$/],
    ['LOCALHOST', /^address_refused$/],
    // Some systems do not resolve this name.
    ['localhost.', /^(address_refused|host_not_found)$/],
  ])('http_request refuses %s if the system resolves it', async (host, code) => {
    const failure = ask(client({ resolve: undefined }), `http://${host}:${server.port}/`);
    await expect(failure).rejects.toMatchObject({ code: expect.stringMatching(code) });
    expect(server.connections).toBe(0);
  });

  it('http_request shows neither the host name, the resolved address nor the query in the error', async () => {
    const failure = await ask(client(), `http://metadata.test:${server.port}/?key=hunter2`).catch(String);
    expect(failure).not.toMatch(/169|hunter2|metadata/);
  });

  it.each([
    ['name and port', (port: number) => [`allowed.test:${port}`]],
    ['name', () => ['allowed.test']],
    ['address', () => ['127.0.0.1']],
    ['block', () => ['127.0.0.0/8']],
  ])('http_request reaches hosts that the operator has allowed by %s', async (_what, allowlist) => {
    const answer = await ask(client({ allowlist: allowlist(server.port) }), '/');
    expect(answer).toMatchObject({ status: 200, body: 'hello GET' });
  });

  it('http_request reaches an allowed name only on the allowed port, and no other name with the same address', async () => {
    const http = client({ allowlist: [`allowed.test:${server.port + 1}`] });
    await expect(ask(http, '/')).rejects.toThrow(refused);
    await expect(ask(allowed(), `http://loopback.test:${server.port}/`)).rejects.toThrow(refused);
    expect(server.connections).toBe(0);
  });

  it('http_request connects to the address that was checked, even if the name resolves differently a moment later', async () => {
    const asked: string[] = [];
    const http = client({
      allowlist: ['127.0.0.2/32'],
      resolve: (host) => {
        asked.push(host);
        return Promise.resolve([{ address: asked.length === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }]);
      },
    });
    const first = await ask(http, `http://rebind.test:${server.port}/close`);
    expect(first.headers['x-came-by']).toMatch(/127\.0\.0\.2$/);
    expect(asked).toHaveLength(1);
    await expect(ask(http, `http://rebind.test:${server.port}/close`)).rejects.toThrow(refused);
    expect(asked).toHaveLength(2);
    expect(server.connections).toBe(1);
  });

  it('http_request connects only to the allowed addresses of a host name that has several addresses', async () => {
    const answer = await ask(
      client({ allowlist: ['127.0.0.2/32'] }),
      `http://both.test:${server.port}/close`,
    );
    expect(answer.headers['x-came-by']).toMatch(/127\.0\.0\.2$/);
  });

  describe('with redirects', () => {
    it('http_request does not follow a redirect by default', async () => {
      const answer = await ask(allowed(), to('http://169.254.169.254/'));
      expect(answer).toMatchObject({ status: 302, headers: { location: 'http://169.254.169.254/' } });
    });

    it.each([
      'http://127.0.0.1:{port}/',
      'http://loopback.test:{port}/',
      'http://[::1]:{port}/',
      '//2130706433:{port}/',
    ])('http_request checks the target of a redirect: %s', async (location) => {
      const target = to(location.replace('{port}', String(server.port)));
      await expect(ask(allowed(), target, { followRedirects: true })).rejects.toThrow(refused);
      expect(server.received).toHaveLength(1);
    });

    it('http_request follows five redirects, but not a sixth', async () => {
      const five = await ask(allowed(), '/count?left=5', { followRedirects: true });
      expect(five).toMatchObject({ status: 200, body: 'there' });
      await expect(ask(allowed(), '/count?left=6', { followRedirects: true })).rejects.toMatchObject({
        code: 'too_many_redirects',
      });
    });

    it('http_request sends no secrets to another host', async () => {
      const http = client({ allowlist: ['127.0.0.1'] });
      const headers = { authorization: 'Bearer hunter2', cookie: 'id=hunter2', 'x-api-key': 'hunter2' };
      const location = `http://loopback.test:${server.port}/there`;
      await ask(http, to(location), { headers, method: 'POST', body: 'x', followRedirects: true });
      const [first, second] = server.received;
      expect(first?.headers).toMatchObject(headers);
      expect(second).toMatchObject({ method: 'GET', path: '/there', body: '' });
      expect(JSON.stringify(second)).not.toContain('hunter2');
    });

    it('http_request applies one deadline to all redirects of a call', async () => {
      const http = allowed({ maxMs: LIMIT_MS });
      await expect(ask(http, '/slow-redirects', { followRedirects: true })).rejects.toMatchObject({
        kind: 'upstream_timeout',
      });
    });
  });

  describe('with slow or large responses', () => {
    it.each([
      ['headers', '/never'],
      ['a body', '/trickle'],
    ])('http_request stops waiting for %s at the time limit', async (_what, path) => {
      await expect(ask(allowed({ maxMs: LIMIT_MS }), path)).rejects.toMatchObject({
        kind: 'upstream_timeout',
        code: 'http_timeout',
      });
    });

    it('http_request stops waiting for a DNS answer at the time limit', async () => {
      const http = allowed({ maxMs: LIMIT_MS, resolve: () => new Promise(() => undefined) });
      await expect(ask(http, '/')).rejects.toMatchObject({ kind: 'upstream_timeout' });
    });

    it.each([
      ['with a declared length', '/large?bytes=2097153'],
      ['without a declared length', '/endless'],
      ['compressed with gzip', '/bomb?packed=gzip'],
      ['compressed with Brotli', '/bomb?packed=br'],
    ])('http_request aborts a response that is too large: %s', async (_what, path) => {
      await expect(ask(allowed(), path)).rejects.toMatchObject({
        kind: 'too_large',
        code: 'answer_too_large',
      });
    });

    it('http_request accepts a response of the maximum size, and decompresses a compressed response', async () => {
      expect((await ask(allowed(), `/large?bytes=${LIMIT_BYTES}`)).body).toHaveLength(LIMIT_BYTES);
      expect((await ask(allowed(), '/packed')).body).toBe('small');
    });

    it.each(['/unpackable', '/unknown-packing', '/cut-off'])(
      'http_request reports an unreadable response: %s',
      async (path) => {
        await expect(ask(allowed(), path)).rejects.toMatchObject({ kind: 'upstream_failed' });
      },
    );

    it('http_request stops at once when the execution ends', async () => {
      const stop = new AbortController();
      const asking = ask(allowed(), '/never', { signal: stop.signal });
      const reason = new Error('cancelled');
      await once(server.server, 'request');
      stop.abort(reason);
      await expect(asking).rejects.toBe(reason);
    });
  });

  it('http_request refuses line breaks in headers, and headers that control the framing', async () => {
    const wrong: Record<string, string>[] = [
      { 'x-a': 'b\r\nx-c: d' },
      { host: 'inner' },
      { 'transfer-encoding': 'chunked' },
    ];
    for (const headers of wrong) {
      await expect(ask(allowed(), '/', { headers })).rejects.toMatchObject({ kind: 'invalid' });
    }
    expect(server.received).toHaveLength(0);
  });

  it('http_request reuses a connection for calls to the same host', async () => {
    const http = allowed();
    for (let call = 0; call < 8; call++) await ask(http, '/');
    expect(server.received).toHaveLength(8);
    expect(server.connections).toBeLessThan(5);
  });

  it('http_request refuses a host with an untrusted certificate', async () => {
    const heard: string[] = [];
    const secure = createSecureServer(selfSigned('allowed.test'), (request) => heard.push(request.url ?? ''));
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const { port } = secure.address() as AddressInfo;
    const http = client({ allowlist: ['allowed.test'] });
    const failure = await ask(http, `https://allowed.test:${port}/`).catch((error: unknown) => error);
    secure.close();
    expect(failure).toBeInstanceOf(DomainError);
    expect(failure).toMatchObject({ kind: 'upstream_failed', code: 'tls_failed' });
    expect(heard).toEqual([]);
  });

  it('http_request reaches hosts that the environment allows', async () => {
    const environment = testEnvironment({ WORKFLOW_HTTP_ALLOWLIST: [`127.0.0.1:${server.port}`] });
    const module = await Test.createTestingModule({
      imports: [EnvironmentModule.forRoot(environment), OutboundHttpModule],
    }).compile();
    const http = module.get(OutboundHttp);
    expect((await ask(http, `http://127.0.0.1:${server.port}/`)).body).toBe('hello GET');
    await expect(ask(http, `http://127.0.0.2:${server.port}/`)).rejects.toThrow(refused);
    await module.close();
  });

  it.each([
    ['that does not exist', 'http://unknown.test/', 'host_not_found'],
    ['on whose port no server listens', 'http://allowed.test:1/', 'connection_failed'],
  ])('http_request reports a host %s', async (_what, url, code) => {
    const http = client({ allowlist: ['allowed.test'] });
    await expect(ask(http, url)).rejects.toMatchObject({ kind: 'upstream_failed', code });
  });
});
