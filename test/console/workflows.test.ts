import type { Page } from 'playwright-core';
import { createPlantroom, unwrap } from '../../clients/typescript/src/index';
import { describeInBrowser, sees, visit } from './browser';
import { ADMIN, ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

/** Waits for half a second, and fails if the input has no `limits`. */
const DEFINITION = {
  name: 'Check the supply air',
  nodes: [
    { id: 'start', type: 'start' as const },
    { id: 'settle', type: 'delay' as const, config: { durationMs: 500 } },
    { id: 'warm', type: 'condition' as const, config: { expression: 'triggerData.limits.high > 20' } },
    { id: 'note', type: 'variable' as const, config: { name: 'checked', value: true } },
  ],
  edges: [
    { source: 'start', target: 'settle' },
    { source: 'settle', target: 'warm' },
    { source: 'warm', target: 'note', label: 'true' },
  ],
};

/** Waits for a call of a one-time address, and then for an hour. */
const PATIENT = {
  name: 'Ask before the purge',
  nodes: [
    { id: 'start', type: 'start' as const },
    { id: 'ask', type: 'variable' as const, config: { name: 'url', value: '{{ resumeUrl("approval") }}' } },
    { id: 'approval', type: 'wait_for' as const, config: { call: true } },
    { id: 'answer', type: 'variable' as const, config: { name: 'approved', value: true } },
    { id: 'purge', type: 'delay' as const, config: { durationMs: 3_600_000 } },
  ],
  edges: [
    { source: 'start', target: 'ask' },
    { source: 'ask', target: 'approval' },
    { source: 'approval', target: 'answer', label: 'met' },
    { source: 'answer', target: 'purge' },
  ],
};

const SETTING = {
  name: 'Set the supply air',
  nodes: [
    { id: 'start', type: 'start' as const },
    { id: 'supply', type: 'set_point' as const, config: { code: 'AHU1.SUPPLY.TEMP_SP', value: 21 } },
  ],
  edges: [{ source: 'start', target: 'supply' }],
};

const nodeIn = (page: Page, name: string) => page.locator('.react-flow__node').filter({ hasText: name });

describeInBrowser('the workflows', () => {
  let product: ConsoleProduct;
  let id: string;

  beforeAll(async () => {
    product = await ConsoleProduct.start();
    const plantroom = createPlantroom({ baseUrl: product.address });
    await plantroom.signIn(ADMIN.username, ADMIN.password);
    ({ id } = await unwrap(plantroom.api.POST('/api/workflows', { body: DEFINITION })));
  });
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  /** Shows a page of the console to the administrator. */
  function open(path: string): Promise<Page> {
    return product.visit(path);
  }

  it('workflows are found by name, disabled and enabled', async () => {
    const page = await open('/workflows');
    await page.getByLabel('Search by name').fill('supply');
    await page.waitForURL(/\?search=supply$/);
    const row = page.getByRole('row').filter({ hasText: DEFINITION.name });
    await sees(row.getByText('Has not run yet'));
    const enabled = page.getByRole('switch', { name: `Enable ${DEFINITION.name}` });
    expect(await enabled.isChecked()).toBe(true);
    await Promise.all([page.waitForResponse(/\/toggle$/), row.locator('label').first().click()]);
    await visit(page, '/workflows?search=supply');
    await sees(row);
    expect(await enabled.isChecked()).toBe(false);
  });

  it('workflows are listed with their last results by one request, and the address contains the search', async () => {
    const page = await open('/profile');
    await product.callAs(page, 'POST', '/api/workflows', { ...DEFINITION, name: 'Supply at night' });
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.startsWith('/api/workflows')) asked.push(`${pathname}?${searchParams.get('search')}`);
    });
    await visit(page, '/workflows?search=sup');
    await sees(page.getByRole('row').filter({ hasText: 'Supply at night' }));
    await sees(page.getByRole('row').filter({ hasText: DEFINITION.name }).getByText('Has not run yet'));
    // The page reads the list again when the event stream has opened, but it sends no request for each workflow.
    expect(new Set(asked)).toEqual(new Set(['/api/workflows?sup']));
    await page.getByLabel('Search by name').fill('basement');
    await sees(page.getByText('No workflow name has a word that begins with this text.'));
  });

  it('a workflow runs on the graph while a person watches, and the page shows why a node failed', async () => {
    const page = await open(`/workflows/${id}`);
    await sees(nodeIn(page, 'settle'));
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();
    await page.waitForURL(/\/executions\//);
    await sees(nodeIn(page, 'settle').getByText('Done'));
    await sees(nodeIn(page, 'warm').getByText('Failed'));
    await nodeIn(page, 'warm').click();
    await sees(page.getByRole('heading', { name: 'Results of warm' }));
    await page.getByRole('button', { name: /^warm/ }).click();
    await sees(
      page
        .getByRole('region')
        .getByText(/ \([a-z_]+\)$/)
        .first(),
    );

    // Before the node has a result, it has no state.
    await page.getByRole('button', { name: 'Previous result' }).click();
    await nodeIn(page, 'warm').getByText('Failed').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await sees(page.getByRole('link', { name: 'Open the failed execution' }));
  });

  it('the page of an execution follows the event stream, and does not poll while the execution waits', async () => {
    const page = await product.openSignedIn('/api/health');
    const workflow = (await product.callAs(page, 'POST', '/api/workflows', PATIENT)) as { id: string };
    const executions = `/api/workflows/${workflow.id}/executions`;
    const { executionId } = (await product.callAs(page, 'POST', `/api/workflows/${workflow.id}/trigger`)) as {
      executionId: string;
    };
    await page.clock.install();
    await page.goto(`/workflows/${workflow.id}/executions/${executionId}`);
    await sees(page.getByText('Live', { exact: true }));
    await sees(nodeIn(page, 'ask').getByText('Done'));
    const waiting = (await product.callAs(page, 'GET', `${executions}/${executionId}`)) as {
      nodeResults: { output: { value: string } }[];
    };
    // The API names the port of its configuration, but the test has another one.
    await page.request.post(new URL(waiting.nodeResults[1]?.output.value ?? '').pathname);
    await sees(nodeIn(page, 'answer').getByText('Done'));

    let requests = 0;
    page.on('request', (request) => {
      if (request.url().includes(executions)) requests++;
    });
    for (let round = 0; round < 5; round++) {
      await page.clock.runFor(5000);
      // When this request has been answered, earlier requests of the page have been counted.
      await page.evaluate("fetch('/health/live').then(() => {})");
    }
    // The last event may have caused one more request.
    expect(requests).toBeLessThan(2);

    await page.clock.resume();
    await product.callAs(page, 'POST', `${executions}/${executionId}/cancel`);
    await sees(page.getByText(/cancelled by admin/).first());

    // The graph is the one that ran, also after the workflow has lost one of its nodes.
    await product.callAs(page, 'PUT', `/api/workflows/${workflow.id}`, {
      nodes: PATIENT.nodes.slice(0, -1),
      edges: PATIENT.edges.slice(0, -1),
    });
    await visit(page, `/workflows/${workflow.id}/executions/${executionId}`);
    await sees(
      page.getByText(/The workflow has changed since this execution\. The graph shows revision 1\b/),
    );
    await sees(nodeIn(page, 'purge'));
  });

  it('the result of a node that set a point has a chart of its values', async () => {
    const page = await open('/profile');
    const workflow = (await product.callAs(page, 'POST', '/api/workflows', SETTING)) as { id: string };
    const started = await product.callAs(page, 'POST', `/api/workflows/${workflow.id}/trigger`);
    const { executionId } = started as { executionId: string };
    await visit(page, `/workflows/${workflow.id}/executions/${executionId}`);
    await page.getByRole('button', { name: /^supply/ }).click();
    await sees(page.getByRole('figure'));
    await sees(page.getByRole('link', { name: 'Open in trends' }));
  });

  it('workflows can be run dry with an input, and list their executions', async () => {
    const page = await open(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('switch', { name: 'Dry run' }).click();
    const input = page.getByRole('textbox', { name: 'Input' });
    await input.fill('[]');
    await sees(page.getByText('Enter a JSON object'));
    await input.fill('{"limits": {"high": 26}}');
    await page.getByRole('dialog').getByRole('button', { name: 'Dry run' }).click();
    await sees(nodeIn(page, 'note').getByText('Done'));
    await page.getByRole('link', { name: 'Open the workflow' }).click();
    await sees(page.getByRole('row').filter({ hasText: 'Succeeded' }).filter({ hasText: 'Dry run' }));
  });
});
