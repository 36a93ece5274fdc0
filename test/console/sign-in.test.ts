import type { Page } from 'playwright-core';
import { ProductClient } from '../e2e/product/product-client';
import { codeIn, Outbox } from '../factories/outbox';
import { aPerson, issuerClients, issuerVariables } from '../factories/provider-sign-in-api';
import { TestIssuer } from '../servers/test-issuer';
import { describeInBrowser, sees, visit } from './browser';
import { ADMIN, ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const PASSWORD = 'seven grey herons at dusk';

/** Waits for the page that follows a sign-in. */
const isSignedIn = (page: Page) => sees(page.getByRole('heading', { name: 'Overview' }));

describeInBrowser('the sign-in', () => {
  let product: ConsoleProduct;
  let issuer: TestIssuer;
  let outbox: Outbox;

  beforeAll(async () => {
    issuer = await TestIssuer.listen();
    product = await ConsoleProduct.start(texts(issuerVariables(issuer.url)));
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
