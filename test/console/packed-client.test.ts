// Runs in the full check only: npm test has the pages that are used most.
import { existsSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { JSHandle, Page } from 'playwright-core';
import { LocalServer } from '../factories/local-server';
import { PackedClient } from '../factories/packed-client';
import { TcpRelay } from '../factories/tcp-relay';
import { describeInBrowser } from './browser';
import { ADMIN, ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const README = readFileSync(join(__dirname, '..', '..', 'clients', 'typescript', 'README.md'), 'utf8');
const [, importMap = ''] = /^```html\n(.*?)^```$/ms.exec(README) ?? [];

/** A page with the import map of the README. */
const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>A page with the packed client</title>
${importMap}
<script type="module">
  import * as client from '@plantroom/client';
  globalThis.packedClient = client;
</script>`;

type Client = typeof import('../../clients/typescript/src');

/** Serves the page, and the files of the installed packages as they are. */
const pageWith =
  (packed: PackedClient): RequestListener =>
  ({ url = '' }, response) => {
    const file = join(packed.folder, url);
    if (url === '/') {
      response.setHeader('content-type', 'text/html').end(PAGE);
    } else if (url.startsWith('/node_modules/') && existsSync(file)) {
      response.setHeader('content-type', 'text/javascript').end(readFileSync(file));
    } else {
      response.writeHead(404).end();
    }
  };

describeInBrowser('the packed client in a page of another origin', () => {
  let packed: PackedClient;
  let pages: LocalServer;
  let product: ConsoleProduct;
  let relay: TcpRelay;
  let origin: string;
  /** The address of the relay before the api, and the credentials of the administrator. */
  let account: { baseUrl: string; username: string; password: string };

  beforeAll(async () => {
    packed = new PackedClient();
    pages = await LocalServer.start(pageWith(packed));
    origin = `http://localhost:${pages.port}`;
    [product] = await Promise.all([ConsoleProduct.start({ CLIENT_ORIGIN: origin }), packed.install()]);
    relay = await TcpRelay.before(product.address);
    account = { baseUrl: relay.url, ...ADMIN };
  });
  afterAll(async () => {
    await product.end();
    await relay.cut();
    await pages.stop();
    packed.remove();
  });
  // Fails if the browser has reported a script error or a call that CORS does not allow.
  afterEach(() => product.endTest());

  /** Opens the page. Scripts of a test run in it, with the exports of the package. */
  async function open(): Promise<{ page: Page; client: JSHandle<Client> }> {
    const page = await product.open('/', { address: origin });
    const client = await page.waitForFunction('globalThis.packedClient');
    return { page, client: client as JSHandle<Client> };
  }

  it('the packed client signs in, sends an idempotency key, and signs out', async () => {
    const { client } = await open();
    const seen = await client.evaluate(
      async ({ ApiError, createPlantroom, memoryTokens, unwrap }, { baseUrl, username, password }) => {
        const tokens = memoryTokens();
        const plantroom = createPlantroom({ baseUrl, tokens });
        const user = await plantroom.signIn(username, password);
        const { jobId } = await unwrap(
          plantroom.api.POST('/api/reports/export', {
            params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
            body: { type: 'faults', from: '2026-03-01', to: '2026-04-01' },
          }),
        );
        const { refreshToken = '' } = (await tokens.read()) ?? {};
        await plantroom.signOut();

        const endings: unknown[] = [];
        const late = createPlantroom({
          baseUrl,
          tokens: memoryTokens({ accessToken: 'refused', refreshToken }),
          onSignedOut: ({ code, requestId }) => endings.push({ code, requestId }),
        });
        const refusal: unknown = await late.api.GET('/api/auth/me').catch((error: unknown) => error);
        const isRefused = refusal instanceof ApiError && refusal.status === 401;
        return { username: user.username, jobId, left: await tokens.read(), isRefused, endings };
      },
      account,
    );
    expect(seen).toEqual({
      username: ADMIN.username,
      jobId: expect.stringMatching(/^[\w-]{36}$/),
      left: null,
      isRefused: true,
      endings: [{ code: 'invalid_refresh_token', requestId: expect.stringMatching(/^[\w-]+$/) }],
    });
  });

  it('the packed client sends one refresh for concurrent calls with a refused token', async () => {
    const { page, client } = await open();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const usernames = await client.evaluate(
      async ({ createPlantroom, memoryTokens, unwrap }, { baseUrl, username, password }) => {
        const tokens = memoryTokens();
        const plantroom = createPlantroom({ baseUrl, tokens });
        await plantroom.signIn(username, password);
        const { refreshToken = '' } = (await tokens.read()) ?? {};
        await tokens.write({ accessToken: 'refused', refreshToken });
        const calls = [1, 2, 3, 4, 5].map(() => unwrap(plantroom.api.GET('/api/auth/me')));
        return (await Promise.all(calls)).map((user) => user.username);
      },
      account,
    );
    expect(usernames).toEqual(Array(5).fill(ADMIN.username));
    expect(sent.filter((request) => request === 'GET /api/auth/me')).toHaveLength(10);
    expect(sent.filter((request) => request === 'POST /api/auth/refresh')).toHaveLength(1);
  });

  it('the packed client reads a list page by page, with its total', async () => {
    const { client } = await open();
    const read = await client.evaluate(
      async ({ createPlantroom, unwrap }, { baseUrl, username, password }) => {
        const plantroom = createPlantroom({ baseUrl });
        await plantroom.signIn(username, password);
        for (const name of ['reader.a', 'reader.b', 'reader.c']) {
          const body = { username: name, email: `${name}@example.org`, password, role: 'viewer' as const };
          await unwrap(plantroom.api.POST('/api/users', { body }));
        }
        const pages = [];
        for await (const { items, total } of plantroom.pages('/api/users', {
          query: { search: 'reader.', limit: 2 },
        })) {
          pages.push({ names: items.map((item) => item.username), total });
        }
        return pages;
      },
      account,
    );
    expect(read).toEqual([
      { names: ['reader.a', 'reader.b'], total: 3 },
      { names: ['reader.c'], total: 3 },
    ]);
  });

  it('the packed client receives events, also after its connection was cut', async () => {
    const { page, client } = await open();
    await page.exposeFunction('cutConnections', async () => {
      await relay.cut();
      await relay.mend();
    });
    const seen = await client.evaluate(
      async ({ createPlantroom, unwrap }, { baseUrl, username, password }) => {
        const { cutConnections } = globalThis as unknown as { cutConnections: () => Promise<void> };
        const plantroom = createPlantroom({ baseUrl });
        await plantroom.signIn(username, password);
        const seen: string[] = [];
        const changes = plantroom.events({
          types: ['fault_update'],
          onState: async (state) => {
            seen.push(state.status);
            if (state.status === 'lost') return;
            const title = state.isReconnected ? 'The fan is loud' : 'The pump leaks';
            await unwrap(plantroom.api.POST('/api/faults', { body: { title, severity: 'minor' } }));
          },
        });
        for await (const event of changes) {
          seen.push(`${event.title}: ${event.status}`);
          if (event.title === 'The fan is loud') break;
          await cutConnections();
        }
        return seen;
      },
      account,
    );
    expect(seen).toEqual(['connected', 'The pump leaks: open', 'lost', 'connected', 'The fan is loud: open']);
  });
});
