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

const ADDRESS = /^http.*\/api\/webhook\/\S+$/;
const SELECTED =
  '(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)';

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

  it('on a page over plain HTTP, which has no clipboard, the address is copied', async () => {
    const page = await openWebhook({}, await product.openSignedIn('/profile'));
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    const button = page.getByRole('button', { name: 'Copy the address' });
    // The button says so for a second. Stop the clock, because a busy machine may look later.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await button.click();
    await sees(button.getByText('Copied'));
    // Paste it into the first field of the page.
    const field = page.getByRole('textbox').first();
    await field.focus();
    await page.keyboard.press('Control+v');
    expect(await field.inputValue()).toMatch(ADDRESS);
  });

  it('if the browser does not copy, the text is shown selected, and Escape closes only this text', async () => {
    const page = await openWebhook({}, await product.openSignedIn('/profile'));
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("No."))');
    await page.evaluate('document.execCommand = () => false');
    await page.getByRole('button', { name: 'Copy the address' }).click();
    const text = page.getByRole('textbox', { name: /Copy the selected text/ });
    await sees(text);
    expect(await page.evaluate(SELECTED)).toMatch(ADDRESS);
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Create a new secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'The secret of the webhook' });
    await dialog.getByRole('button', { name: 'Copy' }).click();
    await sees(text.and(page.locator(':focus')));
    await page.keyboard.press('Escape');
    await text.waitFor({ state: 'detached' });
    expect(await dialog.locator('pre').textContent()).toMatch(/^whsec_/);
  });
});
