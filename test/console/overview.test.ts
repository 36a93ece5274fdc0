import { waitFor } from '../harness';
import { describeInBrowser, inNavigation, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const FIRST_LOAD_BYTES = 250 * 1024;

/** The page and the files that it has loaded, with their sizes as transferred. */
const LOADED_FILES = `performance.getEntries()
  .filter(({ entryType }) => ['navigation', 'resource'].includes(entryType))
  .map(({ name, encodedBodySize }) => ({ path: new URL(name).pathname, bytes: encodedBodySize }))
  .filter(({ path }) => !path.startsWith('/api/'))`;

/** Whether the service worker keeps the page, and the files that it has loaded. */
const IS_KEPT = `Promise.all(
  ['/', ...performance.getEntriesByType('resource').map(({ name }) => name)]
    .filter((address) => address === '/' || address.includes('/assets/'))
    .map((address) => caches.match(address, { ignoreVary: true })),
).then((kept) => kept.every(Boolean))`;

describeInBrowser('the overview', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  it('the overview shows the error of a failed request, and tries again on request', async () => {
    const page = await product.visit('/profile');
    await sees(page.getByText('Live', { exact: true }));
    // If the stream opens again, the failed request is repeated. Here only the button causes another attempt.
    await page.route('**/api/events/token', (route) => route.abort());
    await page.route('**/api/energy/areas', (route) =>
      route.fulfill({ status: 500, json: { error: 'Broken.' } }),
    );
    await visit(page, '/');
    const failure = page.getByRole('alert').filter({ hasText: 'The server has made an error.' });
    await sees(failure);
    await page.unroute('**/api/energy/areas');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await sees(page.getByRole('article').filter({ hasText: 'Floor 1' }));
  });

  it('the overview leads to the other pages on a phone, which shows lists by line and their filters in a drawer', async () => {
    const page = await product.visit('/');
    await page.setViewportSize({ width: 390, height: 844 });
    await sees(page.getByRole('article').filter({ hasText: 'Floor 1' }));
    const alert = {
      title: 'Supply air too warm',
      severity: 'major',
      type: 'warm',
      message: 'The valve is stuck.',
    };
    await product.callAs(page, 'POST', '/api/alerts', alert);
    const bar = page.getByRole('navigation', { name: 'Most used pages' });
    await bar.getByRole('link', { name: 'Alerts' }).click();
    const row = page.getByRole('row').filter({ hasText: alert.title });
    await sees(row.getByText('Major'));
    await row.getByRole('cell').filter({ hasText: 'Active' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Filters' }).click();
    const drawer = page.getByRole('dialog', { name: 'Filters' });
    await drawer.getByRole('textbox', { name: 'Severity' }).click();
    await page.getByRole('option', { name: 'Minor' }).click();
    await drawer.getByRole('button', { name: 'Show the list' }).click();
    await row.waitFor({ state: 'detached' });
    await sees(page.getByRole('button', { name: 'Filters (1)' }));
    await bar.getByRole('button', { name: 'More' }).click();
    await inNavigation(page, 'Faults').click();
    await sees(page.getByRole('heading', { name: 'Faults', exact: true }));
  });

  it('the overview loads less than 250 KiB at first, compressed, is reloaded without a network, says so, and appears by itself when the network is back', async () => {
    const page = await product.openSignedIn('/');
    const card = page.getByRole('article').filter({ hasText: 'Floor 1' });
    await sees(page.getByRole('figure').locator('canvas').first());
    await sees(card);
    const files = await page.evaluate<{ path: string; bytes: number }[]>(LOADED_FILES);
    expect(files.length).toBeGreaterThan(2);
    expect(files.filter(({ bytes }) => bytes === 0)).toEqual([]);
    expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(FIRST_LOAD_BYTES);

    const isKept = () => page.evaluate<boolean>(IS_KEPT);
    await waitFor(isKept, { what: 'the files of the console in the cache', timeoutMs: 60_000 });
    // React reports the error of the route.
    for (const event of ['console', 'pageerror']) page.removeAllListeners(event);
    await page.context().setOffline(true);
    try {
      await page.reload();
      await sees(page.getByRole('alert').getByText(/^The server cannot be reached\./));
      await sees(page.getByText('The console tries again by itself when the connection is back.'));
      expect(new URL(page.url()).pathname).toBe('/');
    } finally {
      await page.context().setOffline(false);
    }
    await sees(card);
    await sees(page.getByText('Live', { exact: true }));
  });
});
