// Runs in the full check only: npm test has the pages that are used most.
import type { Page } from 'playwright-core';
import { describeInBrowser, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

interface WorkOrder {
  id: number;
  title: string;
  status: string;
  dueAt: string;
  recurrence: object | null;
  checklist: { text: string; done: boolean }[];
}

/** A day in the middle of a month that no other test uses. */
const MONTH = '2031-05';

describeInBrowser('the faults and the maintenance', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openFaults(): Promise<Page> {
    const page = await product.visit('/faults');
    await sees(page.getByRole('heading', { name: 'Faults', exact: true }));
    return page;
  }

  it('faults are repaired step by step, and change the statistics', async () => {
    const page = await openFaults();
    await product.deleteAll(page, '/api/faults');
    await visit(page, '/faults');
    await sees(page.getByText('Nothing is broken.', { exact: false }));
    await sees(page.getByText('Unknown', { exact: true }).nth(1));
    const status = page.getByRole('radiogroup', { name: 'Status' });
    await status.getByText('Closed').click();
    await sees(page.getByText('No faults match.'));
    await status.getByText('Unresolved').click();
    await sees(page.getByText('Nothing is broken.', { exact: false }));

    await page.getByRole('button', { name: 'Report a fault' }).click();
    const form = page.getByRole('dialog', { name: 'Report a fault' });
    await form.getByRole('button', { name: 'Report a fault' }).click();
    await sees(form.getByText('Say in a few words what is broken.'));
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Report a fault' }).click();
    await form.getByLabel('Title').fill('Pump 3 leaks');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).last().click();
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Title').inputValue()).toBe('Pump 3 leaks');
    await form.getByLabel('Assigned to').click();
    await page.getByRole('option', { name: 'admin' }).click();
    await form.getByRole('button', { name: 'Report a fault' }).click();

    const details = page.getByRole('dialog', { name: 'Fault', exact: true });
    await sees(details.getByRole('heading', { name: 'Pump 3 leaks' }));
    expect(await details.getByRole('button', { name: 'Resolve' }).count()).toBe(0);
    await details.getByRole('button', { name: 'Start work' }).click();
    await details.getByLabel('Comment', { exact: true }).fill('The seal is worn.');
    await details.getByRole('button', { name: 'Add comment' }).click();
    await sees(details.getByText('The seal is worn.'));
    await details.getByRole('button', { name: 'Resolve' }).click();
    const resolve = page.getByRole('dialog', { name: 'Resolve' });
    await resolve.getByLabel('Root cause').fill('Dry run in May.');
    await resolve.getByRole('button', { name: 'Resolve' }).click();
    await sees(details.getByText('Dry run in May.'));
    await sees(details.getByRole('button', { name: 'Open again' }));
    await details.getByRole('button', { name: 'Close the fault' }).click();
    await sees(details.getByText('Closed', { exact: true }));
    await page.keyboard.press('Escape');
    await page.getByText('Unknown', { exact: true }).nth(1).waitFor({ state: 'detached' });
    // The list shows only unresolved faults by default.
    const listed = page.getByRole('button', { name: 'Pump 3 leaks' });
    await listed.waitFor({ state: 'detached' });
    await status.getByText('Closed').click();
    await sees(listed);
    const stats = await product.callAs(page, 'GET', '/api/faults/stats');
    expect(stats).toMatchObject({ total: 1, closed: 1, mttrMinutes: expect.any(Number), mtbfHours: null });
  });

  it('a fault is reported from an alert, and links back to the alert', async () => {
    const page = await openFaults();
    await product.callAs(page, 'POST', '/api/alerts', {
      title: 'Fan blocked',
      severity: 'major',
      type: 'fan',
      pointCode: 'AHU1.FAN.STATUS',
    });
    await visit(page, '/alerts');
    await page.getByRole('button', { name: 'Fan blocked' }).click();
    await page.getByRole('link', { name: 'Report a fault' }).click();
    const form = page.getByRole('dialog', { name: 'Report a fault from an alert' });
    await form.getByRole('button', { name: 'Report a fault' }).click();
    const details = page.getByRole('dialog', { name: 'Fault', exact: true });
    await sees(details.getByText('Major', { exact: true }));
    await sees(details.getByText('Air handler 1', { exact: true }));
    await details.getByLabel('Comment', { exact: true }).fill('Ordered a new fan.');
    await details.getByRole('link', { name: 'Open the alert' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).last().click();
    expect(await details.getByLabel('Comment', { exact: true }).inputValue()).toBe('Ordered a new fan.');
    await details.getByRole('button', { name: 'Add comment' }).click();
    await sees(details.getByText('Ordered a new fan.', { exact: true }));
    // The event stream may show the comment before its own call is answered, which empties the field.
    await sees(details.locator('textarea:placeholder-shown'));
    await details.getByRole('link', { name: 'Open the alert' }).click();
    await sees(page.getByRole('dialog', { name: 'Alert', exact: true }).getByText('Fan blocked'));
  });

  it('faults appear in the list when others report them, and are filtered by the address', async () => {
    const page = await openFaults();
    await sees(page.getByText('Live', { exact: true }));
    await product.callAs(page, 'POST', '/api/faults', { title: 'Lamp broken', severity: 'warning' });
    await sees(page.getByRole('button', { name: 'Lamp broken' }));
    await visit(page, '/faults?severity=critical&status=nonsense&page=-1');
    await sees(page.getByText('No faults match.'));

    await visit(page, '/faults?page=3');
    await page.getByRole('button', { name: 'Previous page' }).click();
    await sees(page.getByRole('button', { name: 'Lamp broken' }));

    await visit(page, '/faults?fault=999999');
    const missing = page.getByRole('dialog').filter({ hasText: 'This no longer exists' });
    await missing.getByRole('link', { name: 'Back to the list' }).click();
    await missing.waitFor({ state: 'detached' });
    await sees(page.getByRole('button', { name: 'Lamp broken' }));
  });

  async function openMaintenance(search = ''): Promise<Page> {
    const page = await product.visit(`/maintenance${search}`);
    await sees(page.getByRole('heading', { name: 'Maintenance', exact: true }));
    return page;
  }

  it('work is planned as a series in the calendar, and done step by step', async () => {
    const page = await openMaintenance(`?date=${MONTH}-14`);
    await product.deleteAll(page, '/api/maintenance');
    await page.getByRole('button', { name: 'Plan work on May 5, 2031' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Plan work' });
    await form.getByRole('button', { name: 'Plan work' }).click();
    await sees(form.getByText('Name the work in a few words.'));
    await form.getByLabel('Title').fill('Replace the filters');
    await form.getByRole('button', { name: 'Add a step' }).click();
    await form.getByLabel('Step 1', { exact: true }).fill('Switch off the fan');
    await form.getByText('By calendar').click();
    await form.getByLabel('How often').click();
    await page.getByRole('option', { name: 'Every week' }).click();
    await sees(form.getByText(/^Next: /));
    await form.getByRole('button', { name: 'Plan work' }).click();

    const details = page.getByRole('dialog', { name: 'Work order' });
    await sees(details.getByText('Every week'));
    const [order] = (await product.callAs(page, 'GET', '/api/maintenance')) as WorkOrder[];
    expect(order).toMatchObject({ dueAt: '2031-05-05T08:00:00.000Z', recurrence: { cron: '0 8 * * 1' } });

    await details.getByLabel('Switch off the fan').click();
    await sees(details.getByText('1 of 1 done'));
    await sees(details.getByRole('button', { name: 'Complete' }));
    await details.getByRole('button', { name: 'Start work' }).click();
    await details.getByRole('button', { name: 'Start work' }).waitFor({ state: 'detached' });
    await sees(details.getByRole('button', { name: 'Put on hold' }));
    await page.keyboard.press('Escape');
    await sees(page.getByRole('button', { name: /^Replace the filters, .*, In progress$/ }));
    const later = page.getByRole('button', { name: /^Replace the filters, .*, Later in the series$/ });
    await sees(later.first());
    expect(await later.count()).toBe(3);
    await page.getByRole('button', { name: 'Next month' }).click();
    await sees(page.getByRole('heading', { name: 'June 2031' }));
  });

  it('work is planned for a fault, and becomes overdue', async () => {
    const page = await openMaintenance();
    const { id } = (await product.callAs(page, 'POST', '/api/faults', {
      title: 'Valve sticks',
    })) as WorkOrder;
    await visit(page, `/faults?fault=${id}`);
    await page.getByRole('link', { name: 'Plan maintenance' }).click();
    const form = page.getByRole('dialog', { name: 'Plan work' });
    await sees(form.getByLabel('Title').and(page.locator('[value="Valve sticks"]')));
    await form.getByLabel('Due').fill('2020-02-03T10:00');
    await form.getByRole('button', { name: 'Plan work' }).click();
    const details = page.getByRole('dialog', { name: 'Work order' });
    await sees(details.getByText('Overdue'));
    await sees(details.getByRole('link', { name: 'Valve sticks' }));
    await page.keyboard.press('Escape');
    await sees(page.getByText('1 overdue'));
  });

  it('a work order shows the values around the alert of its fault, and those of the point that counts its hours', async () => {
    const page = await openMaintenance();
    const post = async (path: string, body: object) =>
      ((await product.callAs(page, 'POST', path, body)) as { id: number }).id;
    const alert = { title: 'Too warm', severity: 'minor', pointCode: 'BLDG.OUTSIDE.TEMP' };
    const alertId = await post('/api/alerts', alert);
    const faultId = await post('/api/faults', { title: 'Sensor in the sun', alertId });
    const recurrence = { pointCode: 'AHU1.SUPPLY.TEMP', everyHours: 500 };
    const id = await post('/api/maintenance', { title: 'Move the sensor', faultId, recurrence });
    await visit(page, `/maintenance?order=${id}`);
    const details = page.getByRole('dialog', { name: 'Work order' });
    await sees(details.getByRole('figure', { name: /^Values of BLDG\.OUTSIDE\.TEMP/ }));
    await sees(details.getByRole('figure').nth(1));
  });

  it('work without a date is listed below the calendar', async () => {
    const page = await openMaintenance();
    await product.callAs(page, 'POST', '/api/maintenance', { title: 'Label the valves' });
    await sees(page.getByRole('heading', { name: 'Without a date' }));
    await page.getByRole('button', { name: 'Label the valves' }).click();
    await sees(page.getByRole('dialog', { name: 'Work order' }).getByText('Label the valves').first());
  });
});
