import { type Tokens, createPlantroom, memoryTokens, unwrap } from '../../clients/typescript/src';
import { type TestDatabase, freePort, openDatabase, testEnvironment, waitFor } from '../harness';
import { issuerClients, issuerVariables, aPerson } from '../factories/provider-sign-in-api';
import { TestBrowser } from '../factories/test-browser';
import { AppProcess } from '../servers/app-process';
import { TestIssuer } from '../servers/test-issuer';

const JSON_ANSWER = { accept: 'application/json' };
const NAVIGATION = { accept: 'text/html,*/*;q=0.8' };
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const logOf = (processes: readonly AppProcess[]) => processes.map(({ log }) => log).join('');

describe('provider sign-in over HTTP', () => {
  const running: AppProcess[] = [];
  let database: TestDatabase;
  let issuer: TestIssuer;
  let api: string;
  /**
   * The address of the instance that completes a sign-in. With Redis, this is a second instance. Without Redis, instances
   * cannot share a sign-in, so it is the instance that started the sign-in.
   */
  let other: string;

  beforeAll(async () => {
    database = await openDatabase();
    issuer = await TestIssuer.listen();
    const port = await freePort();
    api = await start(port);
    issuer.serve(issuerClients((provider) => `${api}/api/auth/oauth/${provider}/callback`));
    other = database.queueUrl.startsWith('redis') ? await start(0) : api;
  });

  afterAll(async () => {
    await Promise.all(running.map((process) => process.stop()));
    await issuer.stop();
    await database.drop();
  });

  async function start(PORT: number): Promise<string> {
    const environment = testEnvironment({
      ...issuerVariables(issuer.url),
      PORT,
      LOG_LEVEL: 'debug',
      DATABASE_URL: database.url,
      QUEUE_URL: database.queueUrl,
      JWT_SECRET: 'the secret that the instances share, as they must',
    });
    const process = await new AppProcess('api', environment).start();
    running.push(process);
    return process.address;
  }

  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${other}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  /**
   * Signs in at the provider. Returns the callback address to which the provider redirects the browser, with the host
   * replaced by that of the other instance.
   */
  async function ledBack(browser: TestBrowser): Promise<string> {
    const begin = () => get(browser, `${api}/api/auth/oauth/google/authorize`);
    const { text } = await waitFor(
      async () => {
        const answer = await begin();
        return answer.status === 200 && answer;
      },
      { what: 'the provider and the store' },
    );
    const { url } = JSON.parse(text) as { url: string };
    const back = await browser.followTo(api, url);
    return `${other}${back.pathname}${back.search}`;
  }

  it('provider sign-in can start at one instance and end at another, creates an account, and finds it at the next sign-in', async () => {
    issuer.person = aPerson();
    const [browser, { email, name }] = [new TestBrowser(), issuer.person];
    const first = await get(browser, await ledBack(browser));
    expect([first.status, JSON.parse(first.text)]).toEqual([
      200,
      {
        status: 'unlinked',
        bindToken: expect.any(String),
        profile: { provider: 'google', email, emailVerified: true, name },
      },
    ]);
    const { bindToken } = JSON.parse(first.text) as { bindToken: string };
    const made = await post('/api/auth/oauth/register-and-bind', { bindToken, username: 'Popup.Person' });
    const session = {
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      user: expect.objectContaining({ username: 'Popup.Person', role: 'viewer', createdAt: INSTANT }),
    };
    expect([made.status, made.body]).toEqual([201, session]);
    const again = await get(browser, await ledBack(browser));
    expect([again.status, JSON.parse(again.text)]).toEqual([200, { status: 'linked', ...session }]);
    const { accessToken, refreshToken } = JSON.parse(again.text) as Tokens;
    const tokens = memoryTokens({ accessToken, refreshToken });
    const { api: typed } = createPlantroom({ baseUrl: api, tokens });
    expect(await unwrap(typed.GET('/api/auth/me'))).toMatchObject({ username: 'Popup.Person' });
  });

  it('provider sign-in ends with a page, instead of JSON, in a browser that the provider redirects', async () => {
    issuer.person = aPerson();
    const browser = new TestBrowser();
    const back = await ledBack(browser);
    const page = await get(browser, back, NAVIGATION);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'nonce-/);
    expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    expect(page.headers.get('x-request-id')).toEqual(expect.any(String));
    expect(page.text).toContain(`"targetOrigin":"${new URL(back).origin}"`);
    const refused = await get(browser, back, NAVIGATION);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"code":"invalid_state"')]);
  });

  it('provider sign-in logs neither codes, states nor tokens', async () => {
    issuer.person = aPerson();
    const browser = new TestBrowser();
    const back = new URL(await ledBack(browser));
    const { text } = await get(browser, back.href);
    await get(browser, back.href);
    const { bindToken } = JSON.parse(text) as { bindToken: string };
    await post('/api/auth/oauth/bind', { bindToken, username: 'nobody', password: 'a password of nobody' });
    const secrets = [back.searchParams.get('code'), back.searchParams.get('state'), bindToken, 'of nobody'];
    // Log lines are written in batches, so the test waits for the last line.
    await waitFor(() => logOf(running).includes('"url":"/api/auth/oauth/bind"'), {
      what: 'the line of the last request',
    });
    const written = logOf(running);
    expect(written).toContain('oauth_state_refused');
    for (const secret of secrets) expect(written).not.toContain(String(secret));
  });

  it('provider sign-in is described with its responses in the API reference', async () => {
    const answer = await fetch(`${api}/documentation/json`);
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Operation>> };
    const callback = paths['/api/auth/oauth/{provider}/callback'];
    for (const operation of [callback?.get, callback?.post]) {
      expect(operation?.security).toEqual([]);
      expect(operation?.responses['200']).toMatchObject({
        content: {
          'application/json': {
            schema: {
              oneOf: [
                { $ref: '#/components/schemas/LinkedDto' },
                { $ref: '#/components/schemas/UnlinkedDto' },
              ],
            },
          },
        },
      });
      expect(Object.keys(operation?.responses ?? {})).toEqual(
        expect.arrayContaining(['400', '404', '502', '504']),
      );
    }
    const register = paths['/api/auth/oauth/register-and-bind']?.post?.responses ?? {};
    expect(Object.keys(register)).toEqual(expect.arrayContaining(['201', '400', '403', '409']));
  });
});

async function get(browser: TestBrowser, url: string, headers: Record<string, string> = JSON_ANSWER) {
  const response = await browser.go(url, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

interface Operation {
  security: object[];
  responses: Record<string, object>;
}
