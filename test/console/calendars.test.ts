// Runs in the full check only: npm test has the pages that are used most.
import type { Page } from 'playwright-core';
import { describeInBrowser, inNavigation, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const HOURS = [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '18:00' }));
const HOLIDAY = { date: '2031-10-03', kind: 'closed', from: null, to: null, name: 'Unity Day' };
const ICALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Example//Holidays//EN',
  'BEGIN:VEVENT',
  'UID:1@example.org',
  'DTSTAMP:20300101T000000Z',
  'DTSTART;VALUE=DATE:20310501',
  'SUMMARY:May Day',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

describeInBrowser('the calendars', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openCalendars(): Promise<Page> {
    const page = await product.visit('/calendars');
    await sees(page.getByRole('heading', { name: 'Calendars', exact: true }));
    return page;
  }

  async function create(page: Page, name: string): Promise<number> {
    const calendar = { name, weekly: HOURS, exceptions: [HOLIDAY] };
    return ((await product.callAs(page, 'POST', '/api/calendars', calendar)) as { id: number }).id;
  }

  it('a calendar is created, and its holidays are entered and imported', async () => {
    const page = await openCalendars();
    await page.getByRole('button', { name: 'New calendar' }).click();
    const form = page.getByRole('dialog', { name: 'New calendar' });
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(form.getByText('Fill in this field.'));
    await form.getByLabel('Name').fill('Workshop');
    await form.getByLabel('To', { exact: true }).fill('16:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByRole('heading', { name: 'Workshop' }));

    await visit(page, `${new URL(page.url()).pathname}?year=2031`);
    await page.getByRole('button', { name: /December 23, 2031/ }).click();
    const day = page.getByRole('dialog', { name: /December 23, 2031/ });
    await sees(day.getByText('08:00–16:00'));
    await day.getByLabel('Reason').fill('Company holidays');
    await day.getByLabel('First day').fill('2031-12-24');
    await day.getByLabel('Last day').fill('2031-12-26');
    await day.getByRole('button', { name: 'Add' }).click();
    await sees(page.getByRole('button', { name: /December 26, 2031 · Closed · Company holidays/ }));

    await page.getByRole('button', { name: 'Import' }).click();
    const file = page.getByRole('dialog', { name: 'Import' });
    await file.getByLabel('Or paste its text').fill(ICALENDAR);
    await file.getByLabel('From').fill('2031-01-01');
    await file.getByRole('button', { name: 'Import' }).click();
    await sees(page.getByRole('button', { name: /May 1, 2031 · Closed · May Day/ }));
    const list = page.getByRole('region', { name: 'Exceptions in 2031' });
    await list.getByRole('button', { name: 'Remove the exception of Dec 24, 2031 – Dec 26, 2031' }).click();
    await list.getByText('Company holidays').waitFor({ state: 'detached' });
    expect(await product.callAs(page, 'GET', '/api/calendars')).toContainEqual(
      expect.objectContaining({
        name: 'Workshop',
        weekly: [1, 2, 3, 4, 5].map((weekday) => ({ day: weekday, from: '08:00', to: '16:00' })),
        exceptions: [expect.objectContaining({ date: '2031-05-01', kind: 'closed', name: 'May Day' })],
      }),
    );
  });

  it('the page asks once before a dialog with changes is left', async () => {
    const page = await openCalendars();
    await inNavigation(page, 'Alerts').click();
    await sees(page.getByRole('heading', { name: 'Alerts', exact: true }));
    await inNavigation(page, 'Calendars').click();
    await page.getByRole('button', { name: 'New calendar' }).click();
    const form = page.getByRole('dialog', { name: 'New calendar' });
    await form.getByLabel('Name').fill('Laboratory');
    await page.goBack();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).last().click();
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Name').inputValue()).toBe('Laboratory');
    await page.goBack();
    await question.getByRole('button', { name: 'Leave' }).click();
    await sees(page.getByRole('heading', { name: 'Alerts', exact: true }));
    await question.waitFor({ state: 'detached' });
  });

  it('the arrow keys move between the days of a year', async () => {
    const page = await openCalendars();
    await visit(page, `/calendars/${await create(page, 'Keys')}?year=2031`);
    await page.getByRole('button', { name: /January 1, 2031/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await sees(page.getByRole('dialog', { name: /January 9, 2031/ }));
  });

  it('the page shows what uses a calendar before the calendar is deleted', async () => {
    const page = await openCalendars();
    const id = await create(page, 'Used');
    const rule = {
      name: 'Warm by day',
      pointCode: 'BLDG.ELEC.MAIN.POWER',
      condition: { kind: 'noData', minutes: 30 },
      severity: 'minor',
      schedule: id,
    };
    await product.callAs(page, 'POST', '/api/alerts/rules', rule);
    await product.callAs(page, 'POST', '/api/workflows', {
      name: 'Lights on',
      trigger: { type: 'schedule', config: { cron: '0 8 * * *', calendarId: id } },
      nodes: [{ id: 'start', type: 'start' }],
      edges: [],
    });
    await visit(page, `/calendars/${id}`);
    await sees(page.getByRole('region', { name: 'Used by' }).getByRole('link', { name: 'Lights on' }));
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Used?' });
    await sees(question.getByRole('link', { name: 'Warm by day' }));
    await question.getByRole('button', { name: 'Delete' }).click();
    await sees(page.getByText('Deleted.'));
    await page.getByRole('button', { name: 'Used', exact: true }).waitFor({ state: 'detached' });
  });
});
