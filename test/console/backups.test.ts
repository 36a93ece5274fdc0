// Runs in the full check only: npm test has the pages that are used most.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describeInBrowser, sees } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);
/** A backup is completed only after its trial restore. */
const RESTORED_MS = 120_000;

describeInBrowser('the backups', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openBackups(): Promise<Page> {
    const page = await product.visit('/backups');
    await sees(page.getByRole('heading', { name: 'Backups', exact: true }));
    return page;
  }

  it('a backup is started, verified and downloaded', async () => {
    const page = await openBackups();
    await sees(page.getByText('No backup yet.'));
    await page.getByRole('button', { name: 'Back up now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Back up now' });
    await dialog.getByRole('button', { name: 'Start' }).click();
    await page.getByText('Trial restore', { exact: true }).waitFor({ timeout: RESTORED_MS });
    await sees(page.getByText('Completed', { exact: true }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download the backup of/ }).click(),
    ]);
    expect([...readFileSync(await download.path()).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  });

  it('backups are scheduled', async () => {
    const page = await openBackups();
    await sees(page.getByText('There are no scheduled backups.'));
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Schedule of backups' });
    await form.getByRole('switch', { name: 'Back up on a schedule' }).press('Space');
    await form.getByRole('textbox', { name: 'Repeats' }).click();
    await page.getByRole('option', { name: 'Every month' }).click();
    await form.getByLabel('Time', { exact: true }).fill('03:15');
    await form.getByLabel('Scheduled backups to keep').fill('12');
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText('Day 1 of each month at 03:15'));
    expect(await product.callAs(page, 'GET', '/api/system/backup-schedule')).toMatchObject({
      enabled: true,
      cron: '15 3 1 * *',
      retentionCount: 12,
    });
  });
});
