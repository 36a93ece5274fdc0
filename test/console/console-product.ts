import type { Browser, Page } from 'playwright-core';
import type { Tokens } from '../../clients/typescript/src';
import { type Method, ProductClient } from '../e2e/product/product-client';
import { StartedProducts } from '../servers/started-products';
import { openPage, type PageOptions, USUAL_SIZE, visit } from './browser';
import { openBrowser } from './open-browser';
import { copyTemplate, OF_CONSOLE, productOfWorker, type RunningProduct } from './template-product';
import { ADMIN, type Credentials } from './credentials';
import { storedTokens, tokensOn } from './page-tokens';

export { ADMIN };

interface OpenOptions extends Partial<PageOptions> {
  /** The stored entries of earlier pages. */
  localStorage?: { name: string; value: string }[];
}

/**
 * The product as `npm start` runs it, with the demonstration building and its history, and a browser that uses its
 * console.
 */
export class ConsoleProduct {
  /** Script errors and violations of the content security policy since the end of the previous test, by page. */
  private readonly troubles: string[][] = [];
  /** The page that the tests of a file share, with a session of the administrator. */
  private shared?: Page;

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
  async open(path: string, { localStorage = [], ...options }: OpenOptions = {}): Promise<Page> {
    const { address } = this;
    const storageState = { cookies: [], origins: [{ origin: address, localStorage }] };
    const { page, troubles } = await openPage(this.browser, { address, storageState, ...options });
    this.troubles.push(troubles);
    await page.goto(path);
    return page;
  }

  /**
   * Shows a path to the administrator, on the page that the tests of a file share. This takes a quarter of the time of a
   * new page. Tests that end the session, set the clock or run scripts before those of the console open their own page.
   */
  async visit(path: string): Promise<Page> {
    if (!this.shared) return (this.shared = await this.openSignedIn(path));
    await this.shared.setViewportSize(USUAL_SIZE);
    await this.shared.emulateMedia({ colorScheme: 'light' });
    await visit(this.shared, path);
    return this.shared;
  }

  /**
   * Opens a page in a session of a user, by default of the administrator. This is faster than the sign-in page. The
   * administrator has the same session as on the shared page, if there is one. Otherwise, the user's previous session
   * ends.
   */
  async openSignedIn(
    path: string,
    { user = ADMIN, localStorage = [], ...options }: OpenOptions & { user?: Credentials } = {},
  ): Promise<Page> {
    const kept = this.shared && user === ADMIN ? await tokensOn(this.shared).read() : null;
    const tokens = storedTokens(kept ?? (await this.tokensOf(user)));
    return this.open(path, { localStorage: [tokens, ...localStorage], ...options });
  }

  private async tokensOf({ username, password }: Credentials): Promise<Tokens> {
    const { accessToken, refreshToken } = await new ProductClient(() => this.address).signIn(
      username,
      password,
    );
    return { accessToken, refreshToken };
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

  /**
   * Returns a function that restores the tariffs and the currency. The product of a worker keeps what its tests change,
   * and other test files expect the prices of the demonstration.
   */
  async keepPrices(): Promise<() => Promise<unknown>> {
    const page = await this.visit('/profile');
    const { tariffs, currency } = (await this.callAs(page, 'GET', '/api/configs')) as Record<string, unknown>;
    return () => this.callAs(page, 'PUT', '/api/configs', { tariffs, currency });
  }

  /** Deletes the records of a list, because the demonstration building comes with some. */
  async deleteAll(page: Page, path: string): Promise<void> {
    const records = (await this.callAs(page, 'GET', path)) as { id: number | string }[];
    for (const { id } of records) await this.callAs(page, 'DELETE', `${path}/${id}`);
  }

  /**
   * Closes the pages of a test, except for the shared page. Open pages would follow the product and draw the building
   * during all later tests.
   * @throws Error if a script has failed, or has violated the content security policy
   */
  async endTest(): Promise<void> {
    const kept = this.shared?.context();
    for (const context of this.browser.contexts()) {
      if (context !== kept) await context.close();
    }
    for (const page of kept?.pages() ?? []) {
      if (page !== this.shared) await page.close();
    }
    await this.shared?.unrouteAll({ behavior: 'ignoreErrors' });
    this.shared?.removeAllListeners('request');
    const troubles = this.troubles.flatMap((ofPage) => ofPage.splice(0));
    if (troubles.length > 0) throw new Error(troubles.join('\n'));
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.own?.end();
  }
}
