// Runs in the full check only: npm test has the pages that are used most.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { say } from '@app/kernel';
import { describeInBrowser, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const GONE = 'gone@example.org';

const NOT_ACCEPTED = say('mail_failed');
/** A run with a file that the mail server did not accept for one of two recipients. */
const UNDELIVERED = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  status: 'undelivered',
  progress: 1,
  startedAt: '2026-05-02T07:00:00.000Z',
  finishedAt: '2026-05-02T07:00:05.000Z',
  from: '2026-05-01T00:00:00.000Z',
  to: '2026-05-02T00:00:00.000Z',
  fileId: '0192f0c1-0000-7000-8000-000000000002',
  error: null,
  failure: null,
  recipients: [
    { address: 'owner@example.org', status: 'sent', attempts: 1, error: null, failure: null },
    { address: GONE, status: 'failed', attempts: 1, error: NOT_ACCEPTED.message, failure: NOT_ACCEPTED },
  ],
};
const IN_CHINESE = {
  name: 'plantroom.preferences',
  value: JSON.stringify({ overrides: { language: 'zh-CN' } }),
};

interface Plan {
  id: number;
  cron: string;
  range: string;
  recipients: string[];
}

describeInBrowser('the reports', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openReports(search = ''): Promise<Page> {
    const page = await product.visit(`/reports${search}`);
    await sees(page.getByRole('heading', { name: 'Reports', exact: true }));
    return page;
  }

  it('reports are planned, run, shown and downloaded', async () => {
    const page = await openReports();
    await product.deleteAll(page, '/api/reports');
    await page.getByRole('button', { name: 'New plan' }).click();
    const form = page.getByRole('dialog', { name: 'New plan' });
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(form.getByText('Enter a name.'));
    await form.getByLabel('Name').fill('Weekly for the owner');
    await form.getByRole('textbox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'Weekly comparison' }).click();
    await form.getByLabel('Time', { exact: true }).fill('06:30');
    await sees(form.getByText(/^Next: /));
    await form.getByRole('textbox', { name: 'Recipients' }).fill('owner');
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(form.getByText('“owner” is not an e-mail address.'));
    await form.getByRole('textbox', { name: 'Recipients' }).press('Backspace');
    await form.getByRole('textbox', { name: 'Recipients' }).fill('owner@example.org');
    await form.getByRole('textbox', { name: 'Recipients' }).press('Enter');
    await form.getByRole('button', { name: 'Save' }).click();

    await page.getByRole('button', { name: 'Weekly for the owner' }).click();
    const details = page.getByRole('dialog', { name: 'Plan', exact: true });
    await sees(details.getByText('Mondays at 06:30'));
    await details.getByRole('button', { name: 'Run now' }).click();
    await sees(details.getByText('Completed'));
    await sees(details.getByRole('listitem').filter({ hasText: 'owner@example.org' }).getByText('Sent'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      details.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'latin1')).toMatch(/^%PDF-/);

    const plans = (await product.callAs(page, 'GET', '/api/reports')) as Plan[];
    expect(plans).toEqual([
      expect.objectContaining({ cron: '30 6 * * 1', range: 'lastWeek', recipients: ['owner@example.org'] }),
    ]);
    await details.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete the plan' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await sees(page.getByText('No plan yet.'));
  });

  it('a report names the recipient who did not get it, with the reason and the template in the language of the user', async () => {
    const page = await openReports();
    const recipients = UNDELIVERED.recipients.map(({ address }) => address);
    const plan = { name: 'For two', templateId: 1, cron: '0 7 * * *', format: 'pdf', recipients };
    const { id } = (await product.callAs(page, 'POST', '/api/reports', plan)) as Plan;
    const answerRuns = (shown: Page) =>
      shown.route(`**/api/reports/${id}/runs*`, (route) => route.fulfill({ json: [UNDELIVERED] }));
    await answerRuns(page);
    await visit(page, `/reports?plan=${id}`);
    const recipient = (address: string, shown = page) =>
      shown.getByRole('listitem').filter({ hasText: address });
    await sees(recipient(GONE).getByText('Not sent', { exact: true }));
    await sees(recipient(GONE).getByText('The mail server did not accept the mail.'));
    await sees(recipient('owner@example.org').getByText('Sent', { exact: true }));
    await sees(page.getByText('Not delivered', { exact: true }).first());
    await sees(page.getByRole('button', { name: 'Run again' }));

    const chinese = await product.openSignedIn('/api/health', { localStorage: [IN_CHINESE] });
    await answerRuns(chinese);
    await chinese.goto(`/reports?plan=${id}`);
    await sees(recipient(GONE, chinese).getByText('邮件服务器未接受该邮件。'));
    await sees(chinese.getByText('站点日报'));
    await product.callAs(page, 'DELETE', `/api/reports/${id}`);
  });

  it('a report template is created and previewed', async () => {
    const page = await openReports('?view=templates');
    await page.getByRole('button', { name: 'Use as a basis' }).first().click();
    const form = page.getByRole('dialog', { name: 'New template' });
    await form.getByRole('button', { name: 'Add a section' }).click();
    await page.keyboard.press('Escape');
    const unsaved = page.getByRole('dialog', { name: 'Leave without saving?' });
    await unsaved.getByRole('button', { name: 'Cancel' }).last().click();
    await unsaved.waitFor({ state: 'detached' });
    await form.getByLabel('Name of the template').fill('Site sheet with a remark');
    const section = form.getByRole('region').last();
    await section.getByRole('textbox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Text', exact: true }).click();
    await section.getByLabel('Text').fill('Ask the facility management.');
    await form.getByRole('button', { name: 'Save' }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'Site sheet with a remark' });
    await sees(card.getByText('Text: Ask the facility management.'));

    await card.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('dialog', { name: 'Preview of Site sheet with a remark' });
    await preview.getByRole('button', { name: 'Show' }).click();
    await sees(preview.getByTitle('Content of Site sheet with a remark'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      preview.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'latin1')).toMatch(/^%PDF-/);
  });
});
