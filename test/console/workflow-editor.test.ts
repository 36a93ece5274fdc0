// Runs in the full check only: it takes minutes in a browser.
import { execFileSync } from 'node:child_process';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../harness';
import { describeInBrowser, inNavigation, route, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const nodeIn = (page: Page, name: string) => page.locator('.react-flow__node').filter({ hasText: name });

const GRAPH = { nodes: [{ id: 'start', type: 'start' }], edges: [] };
const DESCRIBED = {
  header: 'X-Signature',
  algorithm: 'sha256',
  encoding: 'hex',
  prefix: 'sha256=',
  timestamp: { header: 'X-Timestamp' },
};

describeInBrowser('the editor of workflows and the webhooks', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  /** Shows the page of new workflows to the administrator. */
  async function openNew(): Promise<Page> {
    const page = await product.visit('/workflows/new');
    await page.setViewportSize({ width: 1600, height: 1000 });
    return page;
  }

  async function openEmpty(name: string): Promise<Page> {
    const page = await openNew();
    await page.getByRole('button', { name: 'Start with an empty workflow' }).click();
    await page.getByLabel('Name of the workflow').fill(name);
    return page;
  }

  it('a workflow is built from the palette, corrected after the editor shows a problem, and run', async () => {
    const page = await openEmpty('Fresh air');
    const checked = page.waitForResponse(
      async (response) => response.url().endsWith('/check') && (await response.text()).includes('nodes[1]'),
    );
    await page.getByRole('button', { name: 'Read point' }).click();
    await checked;
    await sees(page.getByText('Problems: 1'));
    expect(await nodeIn(page, 'read_point').getByText('Has a problem').count()).toBe(0);
    await nodeIn(page, 'start').click();
    await sees(nodeIn(page, 'read_point').getByText('Has a problem'));
    await nodeIn(page, 'read_point').click();
    await sees(page.getByText('Points: is missing'));
    await page.getByRole('textbox', { name: 'Points' }).fill('F1.EAST.ZONE.CO2');
    await sees(page.getByRole('option', { name: /^F1\.EAST\.ZONE\.CO2.*ppm$/ }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Condition', exact: true }).click();
    const expression = page.getByRole('textbox', { name: 'Expression' });
    await expression.pressSequentially('nodeOutputs.rea');
    await page.getByRole('option', { name: /^read_point/ }).click();
    const isCompleted = async () => (await expression.inputValue()) === 'nodeOutputs.read_point';
    await waitFor(isCompleted, { what: 'the completed expression' });
    await expression.fill('nodeOutputs.read_point.valuee > 1');
    await page.getByRole('button', { name: 'Variable' }).click();
    await variableName(page).fill('stuffy');
    await page.getByRole('textbox', { name: 'Value', exact: true }).fill('yes');

    await sees(nodeIn(page, 'condition').getByText('Has a problem'));
    expect(await page.getByRole('button', { name: 'Save and dry run' }).isEnabled()).toBe(false);
    await nodeIn(page, 'condition').click();
    await expression.fill('nodeOutputs.read_point.value > 1');
    await sees(page.getByText('No problems'));

    await page.getByRole('button', { name: 'Save and dry run' }).click();
    await page.getByLabel('Time of the dry run').fill('2026-12-24T20:30');
    const started: unknown[] = [];
    await page.route('**/trigger', async (route) => {
      started.push(route.request().postDataJSON());
      await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Dry run' }).click();
    await page.waitForURL(/\/edit\?execution=/);
    expect(started).toEqual([{ dryRun: true, at: '2026-12-24T20:30', input: {} }]);
    await sees(page.getByText('The dry run succeeded.'));
    await sees(nodeIn(page, 'variable').getByText('Done'));
    await nodeIn(page, 'condition').click();
    await sees(page.getByText(/^=\s*true$/));

    const edges = page.locator('.react-flow__edge');
    await sees(edges.nth(2));
    await edges.nth(3).waitFor({ state: 'detached' });
    await byId(page, 'read_point').click({ modifiers: ['Control'] });
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await sees(byId(page, 'condition_2'));
    await sees(byId(page, 'read_point_2'));
    await sees(edges.nth(3));
  });

  it('after an upgrade, an open page loads itself again if its next part is gone', async () => {
    // A service worker would fetch the part itself.
    const page = await product.openSignedIn('/workflows', { serviceWorkers: 'block' });
    await sees(page.getByRole('heading', { level: 1, name: 'Workflows' }));
    // React reports the import that fails.
    for (const event of ['console', 'pageerror']) page.removeAllListeners(event);
    let refused = 0;
    await page.route(/\/graph-canvas-[^/]+\.js$/, async (route) => {
      if (refused++ === 0) await route.fulfill({ status: 404 });
      else await route.continue();
    });
    await page.getByRole('table').getByText('Load watch').click();
    await sees(nodeIn(page, 'Is it too much?'));
    expect(refused).toBeGreaterThan(1);
  });

  it('changes are undone and redone by the keyboard, and the editor asks before unsaved changes are lost', async () => {
    const page = await openEmpty('Lost');
    await page.getByRole('button', { name: 'Delay' }).click();
    await sees(nodeIn(page, 'delay'));
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('Control+z');
    await nodeIn(page, 'delay').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+y');
    await nodeIn(page, 'delay').click();
    const duration = page.getByRole('textbox', { name: 'Duration', exact: true });
    await duration.fill('');
    await duration.pressSequentially('1.5');
    expect(await duration.inputValue()).toBe('1.5');
    await inNavigation(page, 'Calendars').click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByText('Cancel', { exact: true }).click();
    await sees(nodeIn(page, 'delay'));
    await inNavigation(page, 'Calendars').click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('/calendars');
  });

  it('nodes are moved, connected and arranged with the mouse, these changes are undone, and the rest is saved', async () => {
    const page = await openEmpty('By mouse');
    await page.getByRole('button', { name: 'Condition', exact: true }).click();
    await page.getByRole('textbox', { name: 'Expression' }).fill('1 < 2');
    await page.getByRole('button', { name: 'Variable' }).click();
    await variableName(page).fill('checked');
    await page.getByRole('textbox', { name: 'Value', exact: true }).fill('yes');
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await sees(page.getByText('No problems'));
    const edges = page.locator('.react-flow__edge');
    const [undo, redo] = ['Undo', 'Redo'].map((name) => page.getByRole('button', { name, exact: true }));

    const falseBranch = byId(page, 'condition').locator('[data-handleid=false]');
    await drag(falseBranch, byId(page, 'end').locator('.react-flow__handle-left'));
    await sees(edges.nth(3));
    await undo?.click();
    await edges.nth(3).waitFor({ state: 'detached' });
    await redo?.click();
    await sees(edges.nth(3));
    const path = await save(page);
    const saved = (await product.callAs(page, 'GET', path)) as Definition;
    const last = { source: 'condition', target: 'end', label: 'false' };
    expect(saved.edges).toContainEqual(expect.objectContaining(last));

    // The variable is dragged to the left of the start.
    const before = columnsOf(saved);
    expect(before.variable).toBeGreaterThan(Number(before.start));
    await drag(byId(page, 'variable'), byId(page, 'start'), { x: -60, y: 160 });
    await save(page);
    const moved = columnsOf((await product.callAs(page, 'GET', path)) as Definition);
    expect(moved).toEqual({ ...before, variable: expect.any(Number) });
    expect(moved.variable).toBeLessThan(Number(moved.start));
    await undo?.click();
    await save(page);
    expect(columnsOf((await product.callAs(page, 'GET', path)) as Definition)).toEqual(before);

    await redo?.click();
    await page.getByRole('button', { name: 'Arrange automatically' }).click();
    await save(page);
    const arranged = columnsOf((await product.callAs(page, 'GET', path)) as Definition);
    const fromLeft = Object.entries(arranged).sort(([, one], [, other]) => one - other);
    expect(fromLeft.map(([id]) => id)).toEqual(['start', 'condition', 'variable', 'end']);
  });

  it('notes are written, dragged, undone, saved and shown on the page of the workflow', async () => {
    const page = await openEmpty('With notes');
    const add = page.getByRole('button', { name: 'Add a note' });
    const notes = page.getByRole('textbox', { name: 'Note', exact: true });
    await add.click();
    await add.click();
    await notes.nth(1).fill('Too many');
    await notes.first().fill('Ask Anna before you change this.');
    await page.keyboard.press('Tab');
    const first = byId(page, 'note:0');
    const before = await first.boundingBox();
    await first.hover({ position: { x: 6, y: 6 } });
    await page.mouse.down();
    const { x, y } = await middleOf(byId(page, 'start'));
    await page.mouse.move(x, y + 150, { steps: 8 });
    await page.mouse.up();
    const isLower = async () => ((await first.boundingBox())?.y ?? 0) > (before?.y ?? Infinity);
    await waitFor(isLower, { what: 'the moved note' });
    await byId(page, 'start').click();
    await byId(page, 'note:1').click({ position: { x: 5, y: 5 } });
    await sees(page.getByRole('region', { name: 'Workflow and trigger' }));
    await page.keyboard.press('Delete');
    await byId(page, 'note:1').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await sees(notes.nth(1));
    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await byId(page, 'note:1').waitFor({ state: 'detached' });
    // Only the nodes that are added are selected afterwards.
    await notes.first().click();
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await byId(page, 'end').focus();
    await page.keyboard.press('Delete');
    await byId(page, 'end').waitFor({ state: 'detached' });
    const path = await save(page);
    expect(await product.callAs(page, 'GET', path)).toMatchObject({
      notes: [{ text: 'Ask Anna before you change this.', x: expect.any(Number), y: expect.any(Number) }],
    });
    await route(page, path.replace('/api', ''));
    await sees(byId(page, 'note:0').getByText('Ask Anna before you change this.'));
  });

  it('a change by somebody else is kept until the user overwrites it', async () => {
    const page = await openEmpty('Shared');
    await page.getByRole('button', { name: 'End', exact: true }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/edit$/);
    await sees(page.getByText('All changes are saved'));
    const path = `/api${new URL(page.url()).pathname.replace('/edit', '')}`;
    const nodes = [{ id: 'start', type: 'start' }];
    await product.callAs(page, 'PUT', path, { nodes, edges: [] });

    await page.getByLabel('Name of the workflow').fill('Shared with you');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Someone else has changed the workflow' });
    await sees(question);
    expect(await product.callAs(page, 'GET', path)).toMatchObject({
      name: 'Shared',
      nodes: [{ id: 'start' }],
    });
    await question.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await sees(page.getByText('All changes are saved'));
    expect(await product.callAs(page, 'GET', path)).toMatchObject({
      name: 'Shared with you',
      nodes: [{ id: 'start' }, { id: 'end' }],
    });
  });

  it('a recipe becomes a workflow that is not enabled', async () => {
    const page = await openNew();
    await page.getByLabel('Search recipes').fill('ten minutes');
    await page.getByRole('button', { name: /Warn above 26/ }).click();
    await sees(nodeIn(page, 'warn'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/edit$/);
    const path = `/api${new URL(page.url()).pathname.replace('/edit', '')}`;
    expect(await product.callAs(page, 'GET', path)).toMatchObject({
      enabled: false,
      trigger: { type: 'state_change', config: { above: 26 } },
      nodes: [{ id: 'start' }, { id: 'warn', config: { threshold: 26 } }],
    });
    await sees(page.getByText('The workflow is off', { exact: false }));
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByText('The workflow is off', { exact: false }).waitFor({ state: 'detached' });
    expect(await product.callAs(page, 'GET', path)).toMatchObject({ enabled: true });

    await nodeIn(page, 'warn').click();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    const settings = await byId(page, 'warn').locator('span[title]').getAttribute('title');
    await sees(byId(page, 'warn_2').getByTitle(settings ?? 'no settings'));
  });

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

interface Definition {
  nodes: { id: string; position: { x: number } }[];
  edges: object[];
}

/** The horizontal position of each node. */
const columnsOf = ({ nodes }: Definition): Record<string, number> =>
  Object.fromEntries(nodes.map(({ id, position }) => [id, position.x]));

const byId = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);

/** Saves the workflow. @returns its path in the API */
async function save(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/edit$/);
  await sees(page.getByText('All changes are saved'));
  return `/api${new URL(page.url()).pathname.replace('/edit', '')}`;
}

/** Drags the middle of an element to the middle of another one, or to a place near it. */
async function drag(from: Locator, to: Locator, { x = 0, y = 0 } = {}): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  const { mouse } = from.page();
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(end.x + x, end.y + y, { steps: 8 });
  await mouse.up();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The name of the variable, not that of the node. */
const variableName = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true }).nth(1);
