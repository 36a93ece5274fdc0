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

describeInBrowser('the maintenance', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

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
