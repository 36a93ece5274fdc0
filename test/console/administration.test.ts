import type { Page } from 'playwright-core';
import { describeInBrowser, sees } from './browser';
import { ADMIN, ConsoleProduct } from './console-product';

jest.setTimeout(120_000);

describeInBrowser('the administration', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openPage(path: string, options = {}): Promise<Page> {
    const page = await product.openSignedIn(path, options);
    return page;
  }

  it('an administrator creates an API key, which is shown once and works', async () => {
    const page = await openPage('/users?view=keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    const form = page.getByRole('dialog', { name: 'New API key' });
    await form.getByLabel('Name').fill('Meter export');
    await form.getByRole('button', { name: 'Create' }).click();
    const created = page.getByRole('dialog', { name: 'The key was created' });
    const key = await created.getByText(/^pk_/).textContent();
    const answer = await page.request.get('/api/energy/areas', {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status()).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await sees(page.getByRole('row', { name: /Meter export/ }).getByText('Viewer'));
    expect(await page.getByText(String(key)).count()).toBe(0);
  });

  it('an administrator changes the settings, and tests the mail settings', async () => {
    const page = await openPage('/settings');
    await sees(page.getByText('Ready', { exact: true }));
    const platform = page.getByRole('region', { name: 'Platform' });
    await platform.getByLabel('Name').fill('North campus');
    await platform.getByLabel('Currency').fill('euro');
    await platform.getByRole('button', { name: 'Save' }).click();
    await sees(platform.getByText('Enter the code of a currency, such as EUR.'));
    await platform.getByLabel('Currency').fill('EUR');
    await platform.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByRole('banner').getByText('North campus'));
    const site = page.getByRole('region', { name: 'Site' });
    await site.getByLabel('Latitude').fill('52.52');
    await site.getByLabel('Longitude').fill('13.405');
    await Promise.all([
      page.waitForResponse('**/api/configs'),
      site.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(await product.callAs(page, 'GET', '/api/configs')).toMatchObject({
      platformName: 'North campus',
      currency: 'EUR',
      site: { latitude: 52.52, longitude: 13.405 },
    });
    await page.getByRole('button', { name: 'Edit the price of Gas' }).click();
    const prices = page.getByRole('dialog', { name: 'Edit the price of Gas' });
    await prices.getByRole('button', { name: 'Add a new price from a date' }).click();
    const price = prices.getByRole('region').last();
    await price.getByRole('button', { name: 'Remove price' }).waitFor();
    await price.getByLabel('Price per kWh').fill('0.085');
    await price.getByLabel('Valid from').fill('2031-01-01');
    await prices.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText(/^0.085 \w{3} per kWh, since Jan 1, 2031$/));
    await page.getByRole('button', { name: 'Send a test message' }).click();
    const test = page.getByRole('dialog', { name: 'Send a test message' });
    await test.getByLabel('Recipient').fill('operator@example.org');
    await test.getByRole('button', { name: 'Send' }).click();
    await sees(page.getByText('The mail server has accepted the message for operator@example.org.'));
  });

  it('a price period still ends at midnight after its other fields are changed', async () => {
    const page = await openPage('/settings');
    const period = { days: [1, 2, 3, 4, 5], from: '20:00', to: '24:00', pricePerKwh: 0.1 };
    const tariff = { currency: 'EUR', default: 0.2 };
    await product.callAs(page, 'PUT', '/api/configs', {
      tariffs: { heating: { ...tariff, periods: [period] } },
    });
    await page.reload();
    await page.getByRole('button', { name: 'Edit the price of Heating' }).click();
    const prices = page.getByRole('dialog', { name: 'Edit the price of Heating' });
    expect(await prices.getByLabel('To').inputValue()).toBe('00:00');
    await prices.getByText('Sat').click();
    await prices.getByLabel('From', { exact: true }).fill('21:30');
    await Promise.all([
      page.waitForResponse('**/api/configs'),
      prices.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(await product.callAs(page, 'GET', '/api/configs')).toMatchObject({
      tariffs: {
        heating: [{ ...tariff, periods: [{ ...period, days: [1, 2, 3, 4, 5, 6], from: '21:30' }] }],
      },
    });
  });

  it('the audit log shows who changed what', async () => {
    const page = await openPage('/settings');
    await product.callAs(page, 'PUT', '/api/configs', { carbon: { region: 'DE' } });
    await page.goto('/audit');
    await page.getByRole('textbox', { name: 'User' }).click();
    await page.getByRole('option', { name: ADMIN.username }).click();
    await page
      .getByRole('button', { name: /20\d\d/ })
      .first()
      .click();
    const entry = page.getByRole('dialog', { name: 'Entry' });
    await sees(entry.getByText('Request', { exact: true }));
  });
});
