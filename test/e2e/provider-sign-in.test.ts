import { issuerClients, issuerVariables, aPerson } from '../factories/provider-sign-in-api';
import { RunningApi } from '../factories/running-api';
import { TestBrowser } from '../factories/test-browser';
import { waitFor } from '../harness';
import { TestIssuer } from '../servers/test-issuer';

const JSON_ANSWER = { accept: 'application/json' };
const NAVIGATION = { accept: 'text/html,*/*;q=0.8' };

describe('provider sign-in over HTTP', () => {
  let api: RunningApi;
  let issuer: TestIssuer;

  beforeAll(async () => {
    issuer = await TestIssuer.listen();
    api = await RunningApi.start({ ...issuerVariables(issuer.url), LOG_LEVEL: 'debug' });
    issuer.serve(issuerClients((provider) => `${api.address}/api/auth/oauth/${provider}/callback`));
  });
  afterAll(async () => {
    await api.stop();
    await issuer.stop();
  });

  /** Signs in at the provider. Returns the callback address to which the provider redirects the browser. */
  async function ledBack(browser: TestBrowser): Promise<URL> {
    const begin = () => get(browser, `${api.address}/api/auth/oauth/google/authorize`);
    const { text } = await waitFor(
      async () => {
        const answer = await begin();
        return answer.status === 200 && answer;
      },
      { what: 'the provider and the store' },
    );
    const { url } = JSON.parse(text) as { url: string };
    return browser.followTo(api.address, url);
  }

  it('provider sign-in ends with a page that posts its result to the own origin if CLIENT_ORIGIN is not set', async () => {
    issuer.person = aPerson();
    const browser = new TestBrowser();
    const page = await get(browser, (await ledBack(browser)).href, NAVIGATION);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`"targetOrigin":"${api.address}"`);
  });

  it('provider sign-in logs neither codes, states nor tokens', async () => {
    issuer.person = aPerson();
    const browser = new TestBrowser();
    const back = await ledBack(browser);
    const { text } = await get(browser, back.href);
    await get(browser, back.href);
    const { bindToken } = JSON.parse(text) as { bindToken: string };
    const body = { bindToken, username: 'nobody', password: 'a password of nobody' };
    await api.call('POST', '/api/auth/oauth/bind', { body });
    const secrets = [back.searchParams.get('code'), back.searchParams.get('state'), bindToken, 'of nobody'];
    // Log lines are written in batches, so the test waits for the last line.
    await waitFor(() => api.log.includes('"url":"/api/auth/oauth/bind"'), {
      what: 'the line of the last request',
    });
    const written = api.log;
    expect(written).toContain('oauth_state_refused');
    for (const secret of secrets) expect(written).not.toContain(String(secret));
  });

  it('provider sign-in is described with its responses in the API reference', async () => {
    const { body } = await api.call('GET', '/documentation/json');
    const { paths } = body as { paths: Record<string, Record<string, Operation>> };
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
  return { status: response.status, text: await response.text() };
}

interface Operation {
  security: object[];
  responses: Record<string, object>;
}
