// Runs in the full check only: npm test has the pages that are used most.
import { GatewayObserver } from '../e2e/product/gateway-observer';
import { freePort } from '../harness';
import { describeInBrowser, sees, visit } from './browser';
import { ADMIN, ConsoleProduct } from './console-product';
import { storedTokens } from './page-tokens';

jest.setTimeout(240_000);

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

describeInBrowser('a newcomer', () => {
  let product: ConsoleProduct;
  let gateway: GatewayObserver;

  beforeAll(async () => {
    const gatewayPort = await freePort();
    gateway = new GatewayObserver(() => `http://127.0.0.1:${gatewayPort}`);
    product = await ConsoleProduct.start({
      GATEWAY_SIM_PORT: String(gatewayPort),
      GATEWAY_SIM_CONTROL: 'true',
      GATEWAY_POLL_SECONDS: '1',
    });
  });
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  it('a newcomer opens the address, corrects the entries, sees the live building within a minute, and sees its changes', async () => {
    const startMs = performance.now();
    const page = await product.open('/');
    await page.waitForURL('/sign-in');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await sees(page.getByText('Enter your username or e-mail.'));
    await sees(page.getByText('Enter your password.'));
    await page.getByLabel('Username or e-mail').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
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
    await page.getByRole('button', { name: '登录' }).click();
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
});
