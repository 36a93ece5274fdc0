import { runInNewContext } from 'node:vm';
import { FixedClock } from '@app/kernel';
import { declaredTypes } from '../factories/declared-types';
import { ProviderSignInApi, aPerson } from '../factories/provider-sign-in-api';
import { TcpRelay } from '../factories/tcp-relay';
import { TestBrowser } from '../factories/test-browser';

const CLIENT = 'https://admin.example.org';
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** Runs the script of the page in a simulated popup window. Returns what the script did. */
function open(html: string, hasOpener = true) {
  const told: { data: unknown; targetOrigin: string }[] = [];
  let closed = false;
  const [, json = ''] = /<script type="application\/json" id="message">([^<]*)<\/script>/.exec(html) ?? [];
  const [, script = ''] = /<script nonce="[^"]+">([^<]*)<\/script>/.exec(html) ?? [];
  const opener = { postMessage: (data: unknown, targetOrigin: string) => told.push({ data, targetOrigin }) };
  runInNewContext(script, {
    window: { opener: hasOpener ? opener : null, close: () => (closed = true) },
    document: { getElementById: () => ({ textContent: json }) },
    JSON,
  });
  return { told, closed };
}

describe('the page at the end of a sign-in in a popup window', () => {
  const clock = new FixedClock(Date.now());
  let rig: ProviderSignInApi;
  /** The relay in front of the provider. */
  let relay: TcpRelay;

  beforeAll(async () => {
    rig = await ProviderSignInApi.start(clock, { CLIENT_ORIGIN: CLIENT }, async (url) => {
      relay = await TcpRelay.before(url);
      return new URL(relay.url).origin;
    });
  });

  afterAll(async () => {
    await rig.stop();
    await relay.cut();
  });

  async function pageFor(person = aPerson(), query: Record<string, string> = {}, headers = {}) {
    const browser = new TestBrowser();
    const back = await rig.signedIn(await rig.authorize(browser), browser, person);
    for (const [name, value] of Object.entries(query)) back.searchParams.set(name, value);
    const response = await browser.go(back.href, { headers: { ...NAVIGATION, ...headers } });
    return { response, html: await response.text() };
  }

  it('the page posts the result only to the configured origin, and closes the window', async () => {
    const person = aPerson();
    const { response, html } = await pageFor(person);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const { told, closed } = open(html);
    expect(closed).toBe(true);
    expect(told).toEqual([
      {
        targetOrigin: CLIENT,
        data: {
          status: 'unlinked',
          bindToken: expect.any(String),
          profile: { provider: 'google', email: person.email, emailVerified: true, name: person.name },
        },
      },
    ]);
    const offer = told[0]?.data as Record<string, unknown> | undefined;
    expect((await rig.registerAndBind(offer?.bindToken, 'From.Popup')).status).toBe(201);
    expect(open((await pageFor(person)).html).told).toEqual([
      {
        targetOrigin: CLIENT,
        data: {
          status: 'linked',
          accessToken: expect.any(String),
          refreshToken: expect.any(String),
          user: expect.objectContaining({ username: 'From.Popup', createdAt: expect.stringMatching(/Z$/) }),
        },
      },
    ]);
  });

  it('the page posts the error if the sign-in is refused', async () => {
    const { response, html } = await pageFor(aPerson(), { code: 'invented' });
    expect(response.status).toBe(400);
    expect(open(html).told).toEqual([
      { targetOrigin: CLIENT, data: { error: expect.any(String), code: 'sign_in_refused' } },
    ]);
  });

  it('the page posts the error if the provider fails', async () => {
    const browser = new TestBrowser();
    const back = await rig.signedIn(await rig.authorize(browser), browser, aPerson());
    await relay.cut();
    const response = await browser.go(back.href, { headers: NAVIGATION });
    await relay.mend();
    expect(response.status).toBe(502);
    expect(open(await response.text()).told).toEqual([
      { targetOrigin: CLIENT, data: { error: expect.any(String), code: 'provider_failed' } },
    ]);
  });

  it('the page posts nothing and stays open if it is not a popup', async () => {
    expect(open((await pageFor()).html, false)).toEqual({ told: [], closed: false });
  });

  it('the page runs only its own script, and can be neither cached nor framed', async () => {
    const [first, second] = [await pageFor(), await pageFor()];
    const policy = String(first.response.headers.get('content-security-policy'));
    const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
    expect(policy).toBe(
      `default-src 'none'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(first.html).toContain(`<script nonce="${nonce}">`);
    expect(second.html).not.toContain(nonce);
    expect(first.response.headers.get('cache-control')).toBe('no-store');
    expect(first.response.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  });

  it("the page escapes the person's name", async () => {
    const name = `</script><script>alert(1)</script><!--<script>\u2028"'`;
    const { html } = await pageFor(aPerson({ name }));
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).not.toContain('<!--');
    expect(open(html).told[0]?.data).toMatchObject({ profile: { name } });
  });

  it('the page does not take the target origin from the request', async () => {
    const evil = 'https://evil.example.org';
    const { html } = await pageFor(
      aPerson(),
      { origin: evil, targetOrigin: evil },
      { origin: evil, referer: evil },
    );
    expect(html).not.toContain('evil');
    expect(open(html).told[0]?.targetOrigin).toBe(CLIENT);
  });

  it('the page is written in the language of the browser', async () => {
    const { html } = await pageFor(aPerson(), {}, { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' });
    expect(html).toContain('<html lang="zh-CN">');
  });

  it('the API reference declares the page for each status, in addition to JSON', () => {
    const { answers } = declaredTypes(rig.api.app, 'GET', '/api/auth/oauth/:provider/callback');
    const both = ['application/json', 'text/html'];
    const statuses = [200, 400, 404, 409, 500, 502, 503, 504];
    expect(answers).toEqual(Object.fromEntries(statuses.map((status) => [status, both])));
  });

  it('the page is sent only to clients that accept HTML', async () => {
    for (const accept of ['application/json', '*/*']) {
      const response = await new TestBrowser().go(`${rig.callback()}?state=x`, { headers: { accept } });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        400,
        'application/json; charset=utf-8',
      ]);
    }
  });
});
