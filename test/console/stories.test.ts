// Runs in the full check only: it kills processes.
import { createPlantroom, unwrap } from '../../clients/typescript/src/index';
import { describeInBrowser, sees } from './browser';
import { ADMIN, ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const OPERATOR = { username: 'olga', password: 'a pumped storage' };
const ENGINEER = { username: 'erik', password: 'a supply of air' };
const ALERT = 'Pump 3 vibrates';

describeInBrowser('a day at work during which the api is killed', () => {
  let product: ConsoleProduct;

  beforeAll(async () => {
    product = await ConsoleProduct.start({});
    const plantroom = createPlantroom({ baseUrl: product.address });
    const { api } = plantroom;
    await plantroom.signIn(ADMIN.username, ADMIN.password);
    const people = [
      { ...OPERATOR, role: 'operator' as const },
      { ...ENGINEER, role: 'engineer' as const },
    ];
    for (const person of people) {
      const email = `${person.username}@example.org`;
      await unwrap(api.POST('/api/users', { body: { ...person, email } }));
    }
    await unwrap(api.POST('/api/alerts', { body: { title: ALERT, severity: 'major', type: 'vibration' } }));
  });
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  it('an operator with a phone turns an alert into a fault before the api is killed, and repairs the fault afterwards', async () => {
    const phone = { viewport: { width: 390, height: 844 } };
    const page = await product.openSignedIn('/alerts', { user: OPERATOR, ...phone });
    await page.getByRole('button', { name: ALERT }).click();
    const alert = page.getByRole('dialog', { name: 'Alert', exact: true });
    await alert.getByRole('button', { name: 'Acknowledge' }).click();
    const acknowledge = page.getByRole('dialog', { name: 'Acknowledge' });
    await acknowledge.getByLabel('Note').fill('On my way.');
    await acknowledge.getByRole('button', { name: 'Acknowledge' }).click();
    await sees(alert.getByText('On my way.'));
    await alert.getByRole('link', { name: 'Report a fault' }).click();
    const form = page.getByRole('dialog', { name: 'Report a fault from an alert' });
    await form.getByRole('button', { name: 'Report a fault' }).click();
    const fault = page.getByRole('dialog', { name: 'Fault', exact: true });
    await sees(fault.getByRole('heading', { name: ALERT }));

    await product.killApi(page);

    await fault.getByRole('button', { name: 'Start work' }).click();
    await fault.getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('dialog', { name: 'Resolve' }).getByRole('button', { name: 'Resolve' }).click();
    await sees(fault.getByRole('button', { name: 'Open again' }));
    await fault.getByRole('link', { name: 'Open the alert' }).click();
    await sees(alert.getByText('On my way.'));
  });

  it('an engineer draws and runs a workflow before the api is killed, and repeats the execution and corrects the workflow afterwards', async () => {
    const desk = { viewport: { width: 1600, height: 1000 } };
    const page = await product.openSignedIn('/workflows/new', { user: ENGINEER, ...desk });
    const node = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`);
    const add = (type: string) => page.getByRole('button', { name: type, exact: true }).click();
    await page.getByRole('button', { name: 'Start with an empty workflow' }).click();
    await page.getByLabel('Name of the workflow').fill('Check the supply air');
    // Each new node is connected to the previous one. The api is killed during the delay.
    await add('Delay');
    await page.getByRole('textbox', { name: 'Unit of Duration' }).click();
    await page.getByRole('option', { name: 's', exact: true }).click();
    await page.getByRole('textbox', { name: 'Duration', exact: true }).fill('8');
    await add('Condition');
    // Fails, because the input has no `limits`.
    await page.getByRole('textbox', { name: 'Expression' }).fill('triggerData.limits.high > 21');
    await add('End');
    await node('condition').click();
    await page.getByRole('textbox', { name: 'Next nodes if “false”' }).click();
    await page.getByRole('option', { name: 'end' }).click();
    await sees(page.getByText('No problems'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(/\/edit$/);
    await sees(page.getByText('All changes are saved'));
    const path = new URL(page.url()).pathname.replace('/edit', '');
    expect(await product.callAs(page, 'GET', `/api${path}`)).toMatchObject({
      nodes: [{ type: 'start' }, { config: { durationMs: 8000 } }, { type: 'condition' }, { type: 'end' }],
      edges: [
        { source: 'start', target: 'delay' },
        { source: 'delay', target: 'condition' },
        { source: 'condition', target: 'end', label: 'true' },
        { source: 'condition', target: 'end', label: 'false' },
      ],
    });

    await page.goto(path);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();
    await page.waitForURL(/\/executions\//);
    await sees(node('start').getByText('Done'));
    await sees(node('delay').getByText('Running'));
    await product.killApi(page);

    await sees(node('delay').getByText('Done'));
    await sees(node('condition').getByText('Failed'));
    await sees(page.getByRole('alert').getByText('condition: ', { exact: false }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await sees(page.getByRole('link', { name: 'Open the failed execution' }));
    await sees(node('condition').getByText('Failed'));

    await page.goto(`${path}/edit`);
    await node('condition').click();
    await page.getByRole('textbox', { name: 'Expression' }).fill('(triggerData.limits?.high ?? 0) > 21');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await sees(page.getByText('All changes are saved'));
    const executions = `/api${path}/executions`;
    expect(await product.callAs(page, 'GET', executions)).toMatchObject([
      { status: 'failed' },
      { status: 'failed' },
    ]);
  });

  it('an administrator creates a user before the api is killed, and changes the role of the user afterwards', async () => {
    const page = await product.openSignedIn('/users');
    await page.getByRole('button', { name: 'New user' }).click();
    const form = page.getByRole('dialog', { name: 'New user' });
    await form.getByLabel('Username').fill('mira');
    await form.getByLabel('E-mail address').fill('mira@example.org');
    await form.locator('input[type=password]').fill('a passing visitor');
    await form.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row').filter({ hasText: 'mira@example.org' });
    await sees(row.getByText('Viewer'));

    await product.killApi(page);

    await row.getByRole('button').first().click();
    const edit = page.getByRole('dialog', { name: 'Edit the user' });
    await edit.getByRole('textbox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Engineer' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await sees(row.getByText('Engineer'));
    await page.goto('/audit?action=user.role_changed');
    await page.getByRole('button', { name: /20\d\d/ }).click();
    await sees(page.getByRole('dialog', { name: 'Entry' }).getByRole('row', { name: 'viewer engineer' }));
  });
});
