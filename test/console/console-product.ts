import type { Browser, Page } from 'playwright-core';
import { type Method, ProductClient } from '../e2e/product/product-client';
import { descendantsOf } from '../servers/product';
import { StartedProducts } from '../servers/started-products';
import { openPage, type PageOptions, sees } from './browser';
import { openBrowser } from './open-browser';
import { copyTemplate, OF_CONSOLE, productOfWorker, type RunningProduct } from './template-product';
import { ADMIN, type Credentials } from './credentials';
import { storedTokens, tokensOn } from './page-tokens';

export { ADMIN };

/**
 * The product as `npm start` runs it, with the demonstration building and its history, and a browser that uses its
 * console.
 */
export class ConsoleProduct {
  /** Script errors and violations of the content security policy on the pages of the current test. */
  private readonly troubles: string[][] = [];

  private constructor(
    readonly browser: Browser,
    private readonly running: RunningProduct,
    /** The products to end; undefined if other test files use the product, too. */
    private readonly own?: StartedProducts,
  ) {}

  /**
   * Opens a browser for the product of this worker of Jest, which keeps what earlier test files have changed. If
   * `environment` is given, starts a product with it for this test file alone.
   */
  static async start(environment?: NodeJS.ProcessEnv): Promise<ConsoleProduct> {
    if (!environment) return new ConsoleProduct(await openBrowser(), productOfWorker());
    const products = new StartedProducts();
    copyTemplate(products.dataDir);
    const product = products.start({ ...OF_CONSOLE, ...environment });
    const opening = openBrowser();
    try {
      const [address, browser] = await Promise.all([product.ready(), opening]);
      return new ConsoleProduct(browser, { pid: product.pid, address, dataDir: products.dataDir }, products);
    } catch (error) {
      // If the start fails, the test has no `ConsoleProduct` to end, so everything is ended here.
      await opening.then(
        (browser) => browser.close(),
        () => {},
      );
      await products.end();
      throw error;
    }
  }

  get address(): string {
    return this.running.address;
  }

  /** The data folder of the product. It contains the outbox of mails. */
  get dataDir(): string {
    return this.running.dataDir;
  }

  /** Opens a page without a session. */
  async open(path: string, options: Partial<PageOptions> = {}): Promise<Page> {
    const { page, troubles } = await openPage(this.browser, { address: this.address, ...options });
    this.troubles.push(troubles);
    await page.goto(path);
    return page;
  }

  /**
   * Opens a page in a new session of a user, by default of the administrator. The user's previous session ends. This is
   * faster than the sign-in page.
   */
  async openSignedIn(
    path: string,
    { user = ADMIN, ...options }: Partial<PageOptions> & { user?: Credentials } = {},
  ): Promise<Page> {
    const client = new ProductClient(() => this.address);
    const { accessToken, refreshToken } = await client.signIn(user.username, user.password);
    const localStorage = [storedTokens({ accessToken, refreshToken })];
    const storageState = { cookies: [], origins: [{ origin: this.address, localStorage }] };
    return this.open(path, { storageState, ...options });
  }

  /** Signs in on an opened sign-in page, in English, by default as the administrator. */
  async signIn(page: Page, user: Credentials = ADMIN): Promise<void> {
    await page.getByLabel('Username or e-mail').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation', { name: 'Main navigation' }).waitFor({ state: 'attached' });
  }

  /**
   * Calls the API with the session of a page, like another tab of the same user.
   * @param path the whole path, for example `/api/configs`
   * @throws Error if the response has an error status
   */
  callAs(page: Page, method: Method, path: string, data?: object): Promise<unknown> {
    const client = new ProductClient(() => this.address, { tokens: tokensOn(page) });
    return client.succeed(method, path.replace(/^\/api/, ''), data);
  }

  /** Kills the api, and waits until the page says that the connection is lost, and is live again after the restart. */
  async killApi(page: Page): Promise<void> {
    await sees(page.getByText('Live', { exact: true }));
    const api = descendantsOf(this.running.pid).find(({ command }) => command.includes('apps/api/'));
    if (!api) throw new Error('The api does not run.');
    process.kill(api.pid, 'SIGKILL');
    await sees(page.getByText('Offline', { exact: true }));
    await sees(page.getByText('Live', { exact: true }));
  }

  /**
   * Closes the pages of a test. Open pages would follow the product and draw the building during all later tests.
   * @throws Error if a script has failed, or has violated the content security policy
   */
  async endTest(): Promise<void> {
    for (const context of this.browser.contexts()) await context.close();
    const troubles = this.troubles.splice(0).flat();
    if (troubles.length > 0) throw new Error(troubles.join('\n'));
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.own?.end();
  }
}
