// Runs in the full check only: npm test has the pages that are used most.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describeInBrowser, sees } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const BACKUP = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  status: 'completed',
  progress: 1,
  scheduled: false,
  createdBy: 'admin',
  createdAt: '2026-05-01T10:00:00.000Z',
  finishedAt: '2026-05-01T10:01:00.000Z',
  size: 1_000_000,
  sha256: '0'.repeat(64),
  tables: 60,
  rows: 500_000,
  includesFiles: true,
  files: 3,
  missingFiles: 0,
  encrypted: false,
  verifiedAt: '2026-05-01T10:01:00.000Z',
  fileId: '0192f0c1-0000-7000-8000-000000000002',
  error: null,
  failure: null,
};

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
    // A backup of the demonstration takes half a minute, and has tests without a browser.
    await page.route(/\/api\/system\/backups\b/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 202, json: BACKUP })
        : route.fulfill({ json: [BACKUP] }),
    );
    await page.route(`**/api/files/${BACKUP.fileId}`, (route) =>
      route.fulfill({ json: { name: 'one.tar.gz' } }),
    );
    await page.route(`**/api/files/${BACKUP.fileId}/preview`, (route) => route.fulfill({ body: 'content' }));
    await page.getByRole('button', { name: 'Back up now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Back up now' });
    await dialog.getByRole('button', { name: 'Start' }).click();
    await sees(page.getByText('Trial restore', { exact: true }));
    await sees(page.getByText('Completed', { exact: true }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download the backup of/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('one.tar.gz');
    expect(readFileSync(await download.path(), 'utf8')).toBe('content');
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
