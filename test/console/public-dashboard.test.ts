import type { Page } from 'playwright-core';
import { describeInBrowser, sees } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(120_000);

const NOTE = {
  type: 'list',
  dataType: 'static',
  dataJson: '"Welcome to the building."',
  config: { title: 'Welcome', public: true },
  layoutX: 0,
  layoutY: 0,
  layoutW: 4,
  layoutH: 2,
};

describeInBrowser('the public dashboard', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  const openPublic = async (): Promise<Page> => {
    const page = await product.open('/public');
    await sees(page.getByRole('heading', { level: 1 }));
    await sees(page.getByText('Floor 1', { exact: true }));
    return page;
  };

  it('the public dashboard shows the figures of the building without a sign-in, but not the model', async () => {
    const page = await openPublic();
    await sees(page.getByText(/^[\d.,]+ kW$/).first());
    await sees(page.getByText('Everything runs within its limits.'));
    expect(await page.getByText('Model of the building').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/public');
  });

  it('the public dashboard shows the model and the public widgets to a signed-in screen', async () => {
    const page = await product.openSignedIn('/');
    await product.callAs(page, 'POST', '/api/dashboard', NOTE);
    await product.callAs(page, 'POST', '/api/dashboard', { ...NOTE, dataJson: '"Secret."', config: {} });
    await page.goto('/public');
    await sees(page.getByRole('button', { name: /^Model of the building/ }));
    // The API and the browser keep an answer for 15 seconds each.
    await page.getByText('Welcome to the building.').waitFor({ timeout: 60_000 });
    expect(await page.getByText('Secret.').count()).toBe(0);
  });

  it('the public dashboard says that its figures are old while the server does not answer', async () => {
    const page = await openPublic();
    await page.route('**/api/public/dashboard', (route) =>
      route.fulfill({ status: 500, json: { error: 'Broken.' } }),
    );
    await sees(page.getByText('The connection is lost.', { exact: false }));
    await sees(page.getByText('Floor 1', { exact: true }));
  });
});
