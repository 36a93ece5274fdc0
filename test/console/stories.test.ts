import { createPlantroom, unwrap } from '../../clients/typescript/src/index';
import { describeInBrowser, sees } from './browser';
import { ADMIN, ConsoleProduct } from './console-product';

jest.setTimeout(120_000);

const OPERATOR = { username: 'olga', password: 'a pumped storage' };
const ENGINEER = { username: 'erik', password: 'a supply of air' };
const ALARM = 'Pump 3 vibrates';

/** The api is killed during the delay. The condition fails, because the input has no `limits`. */
const WORKFLOW = {
  name: 'Check the supply air',
  nodes: [
    { id: 'start', type: 'start' as const },
    { id: 'settle', type: 'delay' as const, config: { durationMs: 8000 } },
    { id: 'warm', type: 'condition' as const, config: { expression: 'triggerData.limits.high > 20' } },
  ],
  edges: [
    { source: 'start', target: 'settle' },
    { source: 'settle', target: 'warm' },
  ],
};

describeInBrowser('a day at work during which the api is killed', () => {
  let product: ConsoleProduct;
  let workflowId: string;

  beforeAll(async () => {
    product = await ConsoleProduct.start();
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
    await unwrap(api.POST('/api/alerts', { body: { title: ALARM, severity: 'major', type: 'vibration' } }));
    ({ id: workflowId } = await unwrap(api.POST('/api/workflows', { body: WORKFLOW })));
  });
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  it('an operator with a phone turns an alarm into a fault before the api is killed, and repairs the fault afterwards', async () => {
    const phone = { viewport: { width: 390, height: 844 } };
    const page = await product.openSignedIn('/alarms', { user: OPERATOR, ...phone });
    await page.getByRole('button', { name: ALARM }).click();
    const alarm = page.getByRole('dialog', { name: 'Alarm', exact: true });
    await alarm.getByRole('button', { name: 'Acknowledge' }).click();
    const acknowledge = page.getByRole('dialog', { name: 'Acknowledge' });
    await acknowledge.getByLabel('Note').fill('On my way.');
    await acknowledge.getByRole('button', { name: 'Acknowledge' }).click();
    await sees(alarm.getByText('On my way.'));
    await alarm.getByRole('link', { name: 'Report a fault' }).click();
    const form = page.getByRole('dialog', { name: 'Report a fault from an alarm' });
    await form.getByRole('button', { name: 'Report a fault' }).click();
    const fault = page.getByRole('dialog', { name: 'Fault', exact: true });
    await sees(fault.getByRole('heading', { name: ALARM }));

    await product.killApi(page);

    await fault.getByRole('button', { name: 'Start work' }).click();
    await fault.getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('dialog', { name: 'Resolve' }).getByRole('button', { name: 'Resolve' }).click();
    await sees(fault.getByRole('button', { name: 'Open again' }));
    await fault.getByRole('link', { name: 'Open the alarm' }).click();
    await sees(alarm.getByText('On my way.'));
  });

  it('an engineer changes and runs a workflow before the api is killed, and sees and repeats the execution afterwards', async () => {
    const desk = { viewport: { width: 1600, height: 1000 } };
    const page = await product.openSignedIn(`/workflows/${workflowId}/edit`, { user: ENGINEER, ...desk });
    const node = (name: string) => page.locator('.react-flow__node').filter({ hasText: name });
    await node('warm').click();
    await page.getByRole('textbox', { name: 'Expression' }).fill('triggerData.limits.high > 21');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await sees(page.getByText('All changes are saved'));
    await page.goto(`/workflows/${workflowId}`);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();
    await page.waitForURL(/\/executions\//);

    const executions = `/api/workflows/${workflowId}/executions`;
    expect(await product.callAs(page, 'GET', executions)).toMatchObject([{ status: 'running' }]);
    await product.killApi(page);

    await sees(node('settle').getByText('Done'));
    await sees(node('warm').getByText('Failed'));
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await sees(page.getByRole('link', { name: 'Open the failed execution' }));
    await sees(node('warm').getByText('Failed'));
    const path = `/api/workflows/${workflowId}`;
    expect(await product.callAs(page, 'GET', path)).toMatchObject({
      nodes: [{}, {}, { config: { expression: 'triggerData.limits.high > 21' } }],
    });
    expect(await product.callAs(page, 'GET', executions)).toHaveLength(2);
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
