// Runs in the full check only: npm test has the pages that are used most.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { waitFor } from '../harness';
import { describeInBrowser, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const NOTE = {
  name: 'note.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('<b>Filters</b> arrive on Monday.'),
};
/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface StoredFile {
  id: string;
  name: string;
  category: string;
}

describeInBrowser('the files', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openFiles(search = ''): Promise<Page> {
    const page = await product.visit(`/files${search}`);
    await sees(page.getByRole('heading', { name: 'Files', exact: true }));
    return page;
  }

  it('files are uploaded, found, shown and deleted', async () => {
    const page = await openFiles();
    const chooser = page.locator('input[type=file]');
    await chooser.setInputFiles(NOTE);
    await sees(page.getByText('note.txt was uploaded.'));
    await chooser.setInputFiles({ name: 'pump.png', mimeType: 'image/png', buffer: PICTURE });
    await sees(page.getByRole('button', { name: 'pump.png', exact: true }));
    await page.getByRole('textbox', { name: 'Search by name' }).fill('note');
    await page.getByRole('button', { name: 'pump.png', exact: true }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'note.txt', exact: true }).click();
    await sees(page.getByRole('dialog', { name: 'note.txt' }).getByText('<b>Filters</b> arrive on Monday.'));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete note.txt' }).click();
    await page
      .getByRole('dialog', { name: 'Delete the file' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await sees(page.getByText('No file matches.'));
    await page.getByRole('textbox', { name: 'Search by name' }).fill('');
    await page.getByRole('button', { name: 'pump.png', exact: true }).click();
    await sees(page.getByRole('img', { name: 'pump.png' }));
    const files = (await product.callAs(page, 'GET', '/api/files?category=upload')) as StoredFile[];
    expect(files.map(({ name }) => name)).toEqual(['pump.png']);
  });

  it('files are kept while records use them, and the page names these records', async () => {
    const page = await openFiles();
    const plan = { name: 'Daily sheet', templateId: 1, cron: '0 7 * * *', format: 'csv' };
    const { id } = (await product.callAs(page, 'POST', '/api/reports', plan)) as { id: number };
    await product.callAs(page, 'POST', `/api/reports/${id}/run`);
    const fileId = await waitFor(
      async () => {
        const runs = (await product.callAs(page, 'GET', `/api/reports/${id}/runs`)) as {
          fileId: string | null;
        }[];
        return runs[0]?.fileId;
      },
      { what: 'the file of the report' },
    );
    const { name } = (await product.callAs(page, 'GET', `/api/files/${fileId}`)) as StoredFile;
    await visit(page, '/files?category=report');
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the file' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await sees(dialog.getByText('The file is in use, so it was not deleted'));
    await sees(dialog.getByRole('listitem').filter({ hasText: 'Daily sheet' }));
  });

  it('exports are started, and show their progress', async () => {
    const page = await openFiles('?view=exports');
    await page.getByRole('button', { name: 'New export' }).click();
    const form = page.getByRole('dialog', { name: 'New export' });
    await form.getByText('Alerts').click();
    await form.getByLabel('First day').fill('2026-03-02');
    await form.getByLabel('Last day').fill('2026-03-01');
    await form.getByRole('button', { name: 'Start' }).click();
    await sees(form.getByText('The last day must not be before the first one.'));
    await form.getByLabel('Last day').fill('2026-03-31');
    await form.getByRole('button', { name: 'Start' }).click();
    const started = page.getByRole('region', { name: 'Started by you' });
    await sees(started.getByText('Completed'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      started.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('alarms-2026-03-02-2026-03-31.csv');
    expect(readFileSync(await download.path(), 'utf8')).toContain('alert_id,source,type');
    await sees(page.getByRole('button', { name: 'alarms-2026-03-02-2026-03-31.csv', exact: true }));
  });
});
