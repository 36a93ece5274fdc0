import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeInBrowser, inNavigation, sees } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(120_000);

const CONSOLE = join(__dirname, '..', '..', 'dist', 'console');
const FIRST_LOAD_BYTES = 250 * 1024;

/** Waits until the power on a card changes. */
const OTHER_POWERS = `new Promise((resolve) => {
  const powers = () => [...document.querySelectorAll('article')]
    .flatMap(({ innerText }) => innerText.match(/^[\\d.]+ kW$/gm) ?? []).join();
  const before = powers();
  new MutationObserver(() => powers() !== before && resolve())
    .observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

describeInBrowser('the overview', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  it('the overview shows the areas of the building, and their changes without a reload', async () => {
    const page = await product.openSignedIn('/');
    await sees(
      page
        .getByRole('article')
        .getByText(/^[\d.]+ kW$/)
        .first(),
    );
    // The gateway changes its meters each minute at the latest. Some rounded figures may stay the same.
    await page.evaluate(OTHER_POWERS);
  });

  it('the overview says that the connection is lost while the api restarts, and is live again afterwards', async () => {
    const page = await product.openSignedIn('/');
    await product.killApi(page);
    await sees(page.getByRole('article').filter({ hasText: 'Floor 1' }));
  });

  it('the overview shows the error of a failed request, and tries again on request', async () => {
    const page = await product.open('/sign-in');
    // Without the stream, only the button causes another attempt.
    await page.route('**/api/events/token', (route) => route.abort());
    await page.route('**/api/energy/areas', (route) =>
      route.fulfill({ status: 500, json: { error: 'Broken.' } }),
    );
    await product.signIn(page);
    const failure = page.getByRole('alert').filter({ hasText: 'Broken.' });
    await sees(failure);
    await page.unroute('**/api/energy/areas');
    await failure.getByRole('button', { name: 'Try again' }).click();
    await sees(page.getByRole('article').filter({ hasText: 'Floor 1' }));
  });

  it('the overview leads to the other pages on a phone', async () => {
    const page = await product.openSignedIn('/', { viewport: { width: 390, height: 844 } });
    await sees(page.getByRole('article').filter({ hasText: 'Floor 1' }));
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await inNavigation(page, 'Alarms').click();
    await sees(page.getByRole('heading', { name: 'Alarms', exact: true }));
  });

  it('the overview loads less than 250 KiB before it is shown', () => {
    const manifest = JSON.parse(readFileSync(join(CONSOLE, '.vite', 'manifest.json'), 'utf8')) as Record<
      string,
      Chunk
    >;
    const files = new Set<string>();
    const add = (name: string): void => {
      const chunk = manifest[name];
      if (!chunk || files.has(chunk.file)) return;
      for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
      chunk.imports?.forEach(add);
    };
    add('index.html');
    expect(files.size).toBeGreaterThan(1);
    let bytes = 0;
    for (const file of files) bytes += compressedSize(join(CONSOLE, file));
    expect(bytes).toBeLessThan(FIRST_LOAD_BYTES);
  });
});

/** The size as a browser receives it. Small files are not compressed. */
function compressedSize(path: string): number {
  try {
    return readFileSync(`${path}.br`).length;
  } catch {
    return readFileSync(path).length;
  }
}
