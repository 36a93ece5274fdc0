// Runs in the full check only: it starts a product of its own.
import type { Page } from 'playwright-core';
import { GatewayObserver } from '../e2e/product/gateway-observer';
import { ProductClient } from '../e2e/product/product-client';
import { codeIn, Outbox } from '../factories/outbox';
import { aPerson, issuerClients, issuerVariables } from '../factories/provider-sign-in-api';
import { freePort } from '../harness';
import { TestIssuer } from '../servers/test-issuer';
import { describeInBrowser, sees, visit } from './browser';
import { ADMIN, ConsoleProduct } from './console-product';
import { storedTokens } from './page-tokens';

jest.setTimeout(240_000);

const PASSWORD = 'seven grey herons at dusk';

const UNKNOWN_TOKENS = { accessToken: 'e30.e30.e30', refreshToken: 'used' };
const MINUTE_MS = 60_000;

/** Waits until a power on a card differs from those that were shown when this began. */
const OTHER_POWERS = `new Promise((resolve) => {
  const powers = () => [...document.querySelectorAll('article')]
    .flatMap(({ innerText }) => innerText.match(/^[\\d.,]+ kW$/gm) ?? []).join();
  const before = powers();
  new MutationObserver(() => powers() !== before && resolve())
    .observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

/** Waits for the page that follows a sign-in. */
const isSignedIn = (page: Page) => sees(page.getByRole('heading', { name: 'Overview' }));

describeInBrowser('the sign-in and the first steps', () => {
  let product: ConsoleProduct;
  let gateway: GatewayObserver;
  let issuer: TestIssuer;
  let outbox: Outbox;

  beforeAll(async () => {
    issuer = await TestIssuer.listen();
    const gatewayPort = await freePort();
    gateway = new GatewayObserver(() => `http://127.0.0.1:${gatewayPort}`);
    product = await ConsoleProduct.start({
      ...texts(issuerVariables(issuer.url)),
      GATEWAY_SIM_PORT: String(gatewayPort),
      GATEWAY_SIM_CONTROL: 'true',
      GATEWAY_POLL_SECONDS: '1',
    });
    issuer.serve(issuerClients((provider) => `${product.address}/api/auth/oauth/${provider}/callback`));
    outbox = new Outbox(product.dataDir);
  });
  afterAll(async () => {
    await product.end();
    await issuer.stop();
  });
  afterEach(() => product.endTest());

  /** Signs in to the API as the administrator, without a browser. */
  async function administrator(): Promise<ProductClient> {
    const client = new ProductClient(() => product.address);
    await client.signIn(ADMIN.username, ADMIN.password);
    return client;
  }

  /** Enters the address, and the code that was mailed to it. */
  async function confirm(page: Page, email: string): Promise<void> {
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the code' }).click();
    await sees(page.getByLabel('Code from the e-mail'));
    const code = codeIn(await outbox.next(email));
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Code from the e-mail').fill(String(code));
  }

  it('a newcomer opens the address, corrects the entries, sees the live building within a minute, and sees its changes', async () => {
    const startMs = performance.now();
    const page = await product.open('/');
    await page.waitForURL('/sign-in');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await sees(page.getByText('Enter your username or e-mail.'));
    await sees(page.getByText('Enter your password.'));
    await page.getByLabel('Username or e-mail').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await sees(page.getByRole('alert').getByText('The username or the password is wrong.'));
    await product.signIn(page);
    const cards = page.getByRole('article');
    await sees(cards.getByText(/^[\d.,]+ kW$/).first());
    await sees(page.getByText('Live', { exact: true }));
    expect(performance.now() - startMs).toBeLessThan(MINUTE_MS);
    // From here on, only the event stream can change the cards.
    await page.route('**/api/energy/areas', (route) => route.abort());
    // The meters of the building change only once a minute.
    const moving = setInterval(() => void gateway.write('F1.ELEC.POWER', 5 + Math.random()), 500);
    await page.evaluate(OTHER_POWERS).finally(() => clearInterval(moving));
  });

  it('a newcomer chooses the other language on the sign-in page, and the console keeps this language after the sign-in', async () => {
    const page = await product.open('/sign-in');
    await page.getByText('中文').click();
    await page.getByLabel('用户名或邮箱').fill(ADMIN.username);
    await page.getByLabel('密码', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await sees(page.getByRole('heading', { name: '总览' }));
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
  });

  it('a newcomer returns to the same page after the session has ended', async () => {
    // The tokens are no longer valid, as after a sign-in on another device.
    const page = await product.open('/?from=here', { localStorage: [storedTokens(UNKNOWN_TOKENS)] });
    await sees(page.getByText('Your session has ended.'));
    await product.signIn(page);
    await page.waitForURL((url) => url.search === '?from=here');
  });

  it('a newcomer signs out in all tabs at once', async () => {
    const page = await product.open('/sign-in');
    await product.signIn(page);
    const other = await page.context().newPage();
    await other.goto('/profile');
    await sees(other.getByRole('heading', { name: 'Profile and preferences' }));
    await page.getByRole('button', { name: 'Account of admin' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await Promise.all([page, other].map((tab) => tab.waitForURL(/\/sign-in/)));
    expect(await page.evaluate("localStorage.getItem('plantroom.tokens')")).toBeNull();
  });

  it('a newcomer finds people at work, deletes the demonstration, and sees the steps of the set-up', async () => {
    const page = await product.visit('/faults');
    await sees(page.getByRole('row').filter({ hasText: 'Heating valve of air handler 1 leaks' }));
    await visit(page, '/setup');
    await sees(page.getByText('0 of 7 done'));
    await page.getByRole('button', { name: 'Start with my building' }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Delete the demonstration' }).click();
    await sees(page.getByText('The demonstration building is deleted.'));
    await page.getByText('You see a demonstration building').waitFor({ state: 'detached' });
    for (const path of [
      'faults',
      'maintenance',
      'workflows',
      'objects',
      'reports',
      'dashboard',
      'alerts/rules',
    ])
      expect([path, await product.callAs(page, 'GET', `/api/${path}`)]).toEqual([path, []]);

    await page.getByRole('link', { name: 'Invite users' }).click();
    await page.waitForURL('/users');
    const colleague = { username: 'colleague', email: 'colleague@example.org', role: 'operator' };
    await product.callAs(page, 'POST', '/api/users', { ...colleague, password: 'a-long-password' });
    await page.goBack();
    await sees(page.getByText('1 of 7 done'));
  });

  it('the sign-in page registers a person with a code from an e-mail', async () => {
    const page = await product.open('/sign-in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await confirm(page, 'rita@example.org');
    await page.getByLabel('Username').fill(ADMIN.username);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await sees(page.getByText('The username is taken. Choose another one.').first());
    await page.getByLabel('Username').fill('rita');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await isSignedIn(page);
    expect(await product.callAs(page, 'GET', '/api/auth/me')).toMatchObject({
      username: 'rita',
      role: 'viewer',
    });
  });

  it('the sign-in page sets a new password with a code from an e-mail', async () => {
    const user = { username: 'olga', email: 'olga@example.org', password: 'a lost password', role: 'viewer' };
    await (await administrator()).succeed('POST', '/users', user);
    const page = await product.open('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await confirm(page, user.email);
    await page.getByRole('button', { name: 'Set the password and sign in' }).click();
    await isSignedIn(page);
    expect(await product.callAs(page, 'GET', '/api/auth/me')).toMatchObject({ username: 'olga' });
  });

  it('the sign-in page says that registration is closed, and has no link to the registration', async () => {
    const admin = await administrator();
    await admin.succeed('PUT', '/configs', { registrationEnabled: false });
    const page = await product.open('/register');
    await sees(page.getByText('Registration is closed. Ask an administrator for an account.'));
    await page.getByRole('link', { name: 'Back to the sign-in' }).click();
    await sees(page.getByRole('link', { name: 'Forgot your password?' }));
    expect(await page.getByRole('link', { name: 'Create an account' }).count()).toBe(0);
    await admin.succeed('PUT', '/configs', { registrationEnabled: true });
  });

  it('the sign-in at a provider asks only once for the account to which it is linked', async () => {
    issuer.person = aPerson({ name: 'Paula Provider' });
    const page = await product.open('/sign-in');
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await sees(page.getByText(/^You are Paula Provider at Google\./));
    await page.getByLabel('Username or e-mail').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Link and sign in' }).click();
    await isSignedIn(page);
    await page.getByRole('button', { name: 'Account of admin' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await isSignedIn(page);
  });

  it('the profile links the sign-in at a provider, and the settings show the providers', async () => {
    issuer.person = aPerson({ name: 'Anna at work' });
    const page = await product.open('/sign-in?returnTo=%2Fprofile');
    await product.signIn(page);
    await page.getByRole('button', { name: 'Link Microsoft' }).click();
    const question = page.getByRole('dialog', { name: 'Link your identity' });
    await sees(question.getByText(/Anna at work/));
    await question.getByLabel('Current password').fill(ADMIN.password);
    await question.getByRole('button', { name: 'Link', exact: true }).click();
    await sees(page.getByText('Your identity at the provider is now linked to your account.'));
    await page.getByRole('button', { name: 'Link Microsoft' }).click();
    await sees(page.getByText('This identity at the provider is already linked to your account.'));
    const linked = page.getByRole('region', { name: 'Sign-in through a provider' });
    // Its identity at Google is linked, too.
    await linked.getByRole('button', { name: 'Unlink' }).last().click();
    const unlinking = page.getByRole('dialog', { name: 'Unlink the identity' });
    await sees(unlinking.getByText('This identity can no longer sign in through Microsoft.'));
    await unlinking.getByRole('button', { name: 'Unlink' }).click();
    await sees(page.getByText('The identity was unlinked.'));
    await sees(page.getByRole('button', { name: 'Link Microsoft' }));
    await visit(page, '/settings');
    const microsoft = page.getByRole('region', { name: 'Microsoft' });
    await sees(microsoft.getByText('Configured', { exact: true }));
    await sees(microsoft.getByText(`${product.address}/api/auth/oauth/microsoft/callback`));
  });
});

/** Returns environment variables as texts. */
const texts = (variables: object): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
