// Runs in the full check only: npm test has the pages that are used most.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { describeInBrowser, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const GRAPH = { nodes: [{ id: 'start', type: 'start' }], edges: [] };
const DESCRIBED = {
  header: 'X-Signature',
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: 'sha256=',
  timestamp: { header: 'X-Timestamp' },
};

describeInBrowser('the page of a workflow with a webhook', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  /** Shows the page of a new workflow with a webhook. */
  async function openWebhook(config: object, opened?: Page): Promise<Page> {
    const page = opened ?? (await product.visit('/profile'));
    const trigger = { type: 'webhook', config };
    const body = { name: 'Called by a partner', trigger, ...GRAPH };
    const { id } = (await product.callAs(page, 'POST', '/api/workflows', body)) as { id: string };
    await visit(page, `/workflows/${id}`);
    await sees(page.getByRole('heading', { name: 'Webhook' }));
    return page;
  }

  it.each([
    ['Standard Webhooks', {}],
    ['a described signature', { signature: DESCRIBED }],
  ])('the examples with %s start the workflow with a new secret', async (_, config) => {
    const page = await openWebhook(config);
    await page.getByRole('button', { name: 'Create a new secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'The secret of the webhook' });
    const WEBHOOK_SECRET = (await dialog.locator('pre').textContent()) ?? '';
    expect(WEBHOOK_SECRET).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const run = (command: string, options: string[], text: string) =>
      execFileSync(command, [...options, text], {
        env: { ...process.env, WEBHOOK_SECRET },
        encoding: 'utf8',
      });

    const example = page.getByRole('region', { name: 'Webhook' }).locator('pre');
    expect(run('bash', ['-c'], (await example.textContent()) ?? '')).toContain('executionId');
    await page.getByText('TypeScript', { exact: true }).click();
    const program = (await example.textContent()) ?? '';
    expect(run(process.execPath, ['--input-type=module', '-e'], program)).toContain('202');
    await sees(page.getByRole('table', { name: 'Executions' }).getByText('Webhook').first());
  });
});
