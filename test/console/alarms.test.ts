import type { Page } from 'playwright-core';
import { describeInBrowser, sees } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(120_000);

const PUMP = { title: 'Pump 3 vibrates', severity: 'major', message: 'The bearing may be worn.' };

describeInBrowser('the alarms', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openAlarms(options = {}): Promise<Page> {
    const page = await product.openSignedIn('/alarms', options);
    await sees(page.getByRole('heading', { name: 'Alarms', exact: true }));
    return page;
  }

  /** Raises an alarm with its own type, because another alarm of the same type would count as a repetition. */
  const raise = (page: Page, alarm: { title: string; severity: string; message?: string }) =>
    product.callAs(page, 'POST', '/api/alerts', { ...alarm, type: alarm.title });

  it('alarms appear when they are raised, and can be acknowledged, shelved and cleared', async () => {
    const page = await openAlarms();
    await sees(page.getByText('Live', { exact: true }));
    await raise(page, PUMP);
    await page.getByRole('button', { name: PUMP.title }).click();
    const details = page.getByRole('dialog', { name: 'Alarm', exact: true });
    await sees(details.getByText('Not acknowledged'));

    await details.getByRole('button', { name: 'Acknowledge' }).click();
    const acknowledge = page.getByRole('dialog', { name: 'Acknowledge' });
    await acknowledge.getByLabel('Note').fill('On my way.');
    await acknowledge.getByRole('button', { name: 'Acknowledge' }).click();
    await sees(details.getByText('On my way.'));

    await details.getByRole('button', { name: 'Shelve' }).click();
    const shelve = page.getByRole('dialog', { name: 'Shelve' });
    await shelve.getByRole('button', { name: 'Shelve' }).click();
    await sees(shelve.getByText('Say why, so that the next shift knows.'));
    await shelve.getByLabel('Reason').fill('Spare part ordered.');
    await shelve.getByRole('button', { name: 'Shelve' }).click();
    await sees(details.getByText('Spare part ordered.').first());
    await details.getByRole('button', { name: 'End shelving' }).click();
    await page
      .getByRole('dialog', { name: 'End shelving' })
      .getByRole('button', { name: 'End shelving' })
      .click();
    await sees(details.getByText('Shelving ended'));

    await details.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('dialog', { name: 'Clear' }).getByRole('button', { name: 'Clear' }).click();
    await details.getByRole('button', { name: 'Acknowledge' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await sees(page.getByText('No active alarms match.'));
    await page.getByText('Cleared', { exact: true }).click();
    await sees(page.getByRole('button', { name: PUMP.title }));
  });

  it('the page explains that somebody else has already acknowledged an alarm', async () => {
    const page = await openAlarms();
    await raise(page, { title: 'Door open', severity: 'warning' });
    await page.getByRole('button', { name: 'Door open' }).click();
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.route('**/acknowledge', (route) =>
      route.fulfill({ status: 409, json: { error: 'Already acknowledged.', code: 'wrong_state' } }),
    );
    await page
      .getByRole('dialog', { name: 'Acknowledge' })
      .getByRole('button', { name: 'Acknowledge' })
      .click();
    await sees(page.getByText('The state has changed, so this action is no longer possible.'));
  });

  it('alarms are filtered by the address, and invalid filters in the address are ignored', async () => {
    const page = await openAlarms();
    await raise(page, { title: 'Filter dirty', severity: 'minor' });
    await page.goto('/alarms?severity=minor&source=manual&page=-1&alarm=x');
    await sees(page.getByRole('button', { name: 'Filter dirty' }));
    await page.goto('/alarms?severity=critical');
    await sees(page.getByText('No active alarms match.'));
  });
});
