// Runs in the full check only: npm test has the pages that are used most.
import type { Page } from 'playwright-core';
import { waitFor } from '../harness';
import { describeInBrowser, inNavigation, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const POINT = 'BLDG.ELEC.MAIN.POWER';
const DAY_MS = 86_400_000;
/** The plot begins this far below the top of the canvas, in pixels. Only high values and spans are drawn there. */
const PLOT_TOP = 8;

/** Returns the colours of the row of pixels just below the top of the plot, once the chart has been drawn. */
function topRowOf(page: Page): Promise<string[]> {
  return page.evaluate(`new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
    const canvas = document.querySelector('canvas');
    const y = Math.round(${PLOT_TOP + 6} * devicePixelRatio);
    const { data } = canvas.getContext('2d').getImageData(0, y, canvas.width, 1);
    resolve(Array.from({ length: canvas.width }, (_, x) => data.slice(4 * x, 4 * x + 4).join()));
  })))`);
}

describeInBrowser('the rules for alerts and notifications', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openRules(): Promise<Page> {
    const page = await product.visit('/alert-rules');
    await sees(page.getByRole('heading', { name: 'Alert rules', exact: true }));
    return page;
  }

  it('rules are tested with past values before they are saved', async () => {
    const page = await openRules();
    await page.getByRole('link', { name: 'New rule' }).first().click();
    await sees(page.getByText('Choose a point or an area to see its history.'));
    await page.getByLabel('Name').fill('High load');
    await page.getByRole('textbox', { name: 'Code of the point' }).fill(POINT);
    await page.getByRole('textbox', { name: 'Threshold' }).fill('1');
    await page.getByRole('textbox', { name: 'Deadband (kW)' }).fill('0.5');
    await sees(page.getByRole('textbox', { name: 'Threshold (kW)' }));
    await inNavigation(page, 'Alerts').click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).last().click();
    expect(await page.getByLabel('Name').inputValue()).toBe('High load');
    await sees(page.getByRole('figure', { name: `History of ${POINT}` }));
    await page.getByRole('button', { name: 'Test the rule' }).click();
    await sees(page.getByText(/^The rule would have raised \d+ alerts/));
    await sees(page.getByRole('table', { name: 'Alert' }));
    await page.getByRole('textbox', { name: 'Threshold' }).fill('100000');
    await sees(page.getByText('The rule has changed since this test.'));
    await page.getByRole('button', { name: 'Test the rule' }).click();
    await sees(page.getByText('The rule would have raised no alert.'));
    await page.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByRole('heading', { name: 'High load' }));
    const rules = await product.callAs(page, 'GET', '/api/alerts/rules');
    const saved = { name: 'High load', pointCode: POINT, threshold: 100_000, deadband: 0.5, enabled: true };
    expect(rules).toContainEqual(expect.objectContaining(saved));

    await inNavigation(page, 'Alert rules').click();
    await sees(page.getByRole('row').filter({ hasText: 'High load' }).getByText('above 100,000 kW'));
    await page.getByRole('switch', { name: 'Enable the rule High load' }).press('Space');
    await sees(page.getByText('The rule is disabled, and its alert is cleared.'));
  });

  it('rules show the alerts of a test as spans over the history', async () => {
    const page = await openRules();
    const to = Date.now();
    const range = { from: new Date(to - 7 * DAY_MS).toISOString(), to: new Date(to).toISOString() };
    const codes = [POINT];
    const history = await product.callAs(page, 'POST', '/api/iot/codes/history', {
      codes,
      ...range,
      interval: '1h',
    });
    const [{ values }] = history as [{ values: { value: number }[] }];
    const sorted = values.map(({ value }) => value).sort((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)] ?? 0;

    await page.getByRole('link', { name: 'New rule' }).first().click();
    await page.getByRole('textbox', { name: 'Code of the point' }).fill(POINT);
    await page.getByRole('textbox', { name: 'Threshold' }).fill(median.toFixed(1));
    const canvas = page.getByRole('figure', { name: `History of ${POINT}` }).locator('canvas');
    await sees(canvas);
    const before = await topRowOf(page);
    const [answer] = await Promise.all([
      page.waitForResponse('**/api/alerts/rules/test'),
      page.getByRole('button', { name: 'Test the rule' }).click(),
    ]);
    await sees(page.getByText(/^The rule would have raised \d+ alerts/));
    const { raised } = (await answer.json()) as { raised: { from: string; to: string | null }[] };
    const spans = raised.map((span) => [Date.parse(span.from), span.to ? Date.parse(span.to) : to]);
    expect(spans.length).toBeGreaterThan(1);
    const changed = await waitFor(
      async () => {
        const after = await topRowOf(page);
        const columns = after.flatMap((pixel, x) => (pixel === before[x] ? [] : [x]));
        return columns.length > 0 ? columns : undefined;
      },
      { what: 'the spans' },
    );
    const isChanged = (x: number) => changed.some((column) => Math.abs(column - x) <= 1);
    const [first = 0, last = 0] = [changed[0], changed.at(-1)];
    const [begin = 0, end = 0] = [spans[0]?.[0], spans.at(-1)?.[1]];
    const columnOf = (atMs: number) => Math.round(first + ((atMs - begin) / (end - begin)) * (last - first));
    const middles = spans.map(([from = 0, until = 0]) => columnOf((from + until) / 2));
    expect(middles.filter((x) => !isChanged(x))).toEqual([]);
    // A gap has no span if it is wide enough to be seen.
    const gaps = spans
      .slice(1)
      .map(([from = 0], index) => [columnOf(spans[index]?.[1] ?? 0), columnOf(from)]);
    const wide = gaps.filter(([left = 0, right = 0]) => right - left > 6);
    expect(wide.length).toBeGreaterThan(0);
    const inGaps = wide.map(([left = 0, right = 0]) => Math.round((left + right) / 2));
    expect(inGaps.filter(isChanged)).toEqual([]);
  });

  async function openNotifications(): Promise<Page> {
    const page = await product.visit('/notifications');
    await sees(page.getByRole('heading', { name: 'Notifications', exact: true }));
    return page;
  }

  it('a rule names its recipients, the recipients of its escalation, and its quiet hours', async () => {
    const page = await openNotifications();
    await product.deleteAll(page, '/api/notification-rules');
    await visit(page, '/notifications');
    await sees(page.getByText('Nobody is notified of alerts yet.'));
    await page.getByRole('button', { name: 'New rule' }).click();
    const form = page.getByRole('dialog', { name: 'New rule' });
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(form.getByText('Give the rule a name.'));
    await sees(form.getByText('Enter at least one mail address.'));
    await form.getByLabel('Name').fill('Night shift');
    await form.getByLabel('Mail addresses').fill('duty@example.org');
    await page.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Add a step' }).click();
    await form.getByText('Webhook', { exact: true }).last().click();
    await form.getByLabel('Address of the webhook').fill('https://example.org/alerts');
    await form.getByRole('switch', { name: 'Hold messages' }).click();
    await form.getByText('Sun', { exact: true }).click();
    await form.getByRole('button', { name: 'Save' }).click();

    const secrets = page.getByRole('dialog', { name: 'Secret of the webhook' });
    await sees(secrets.getByText(/^whsec_/));
    await secrets.getByRole('button', { name: 'Done' }).click();
    const rules = await product.callAs(page, 'GET', '/api/notification-rules');
    expect(rules).toMatchObject([
      {
        name: 'Night shift',
        channel: { kind: 'mail', to: ['duty@example.org'] },
        escalation: [{ afterMinutes: 30, channel: { kind: 'webhook', secret: '********' } }],
        quietHours: { from: '22:00', to: '06:00', days: [1, 2, 3, 4, 5, 6], timezone: null },
      },
    ]);

    await page.getByRole('button', { name: 'Night shift' }).click();
    const details = page.getByRole('dialog', { name: 'Notification rule' });
    await sees(details.getByText('after 30 min: https://example.org/alerts'));
    await sees(details.getByText('No message was sent yet.'));
    await details.getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit' });
    await edit.getByLabel('Name').fill('Day and night');
    await edit.getByRole('button', { name: 'Save' }).click();
    await sees(details.getByRole('heading', { name: 'Day and night' }));
    await details.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
    await sees(page.getByText('Nobody is notified of alerts yet.'));
  });

  it('a device shows alerts while the console is closed, if its user has switched this on', async () => {
    const page = await product.visit('/profile');
    const { origin } = new URL(page.url());
    await page.context().grantPermissions(['notifications'], { origin });
    await page.evaluate(PUSH_SERVICE);
    const devices = async () =>
      ((await product.callAs(page, 'GET', '/api/push')) as { devices: { endpoint: string }[] }).devices;
    const control = page.getByRole('switch', { name: 'Send alerts to this device' });
    await control.click();
    await sees(control.and(page.locator(':checked')));
    expect(await devices()).toMatchObject([{ endpoint: 'https://push.example.org/5f0c' }]);

    const [worker] = page.context().serviceWorkers();
    await worker?.evaluate(RECORD_NOTIFICATIONS);
    const browser = await page.context().newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
        if (first) resolve(first.registrationId);
      });
    });
    await browser.send('ServiceWorker.enable');
    const content = { title: 'Alert (Major): Pump', body: 'It leaks.', tag: 'pump', path: '/alerts?alert=7' };
    const pushed = { origin, registrationId: await registered, data: JSON.stringify(content) };
    await browser.send('ServiceWorker.deliverPushMessage', pushed);
    const shown = () => worker?.evaluate('self.shown') as Promise<unknown[]>;
    await waitFor(async () => (await shown()).length > 0, { what: 'the notification' });
    const { title, body, tag, path: data } = content;
    expect(await shown()).toMatchObject([{ title, body, tag, data }]);

    await control.click();
    await control.and(page.locator(':checked')).waitFor({ state: 'detached' });
    expect(await devices()).toEqual([]);
  });
});

/** The browser of the tests has no push service, so the page gets a subscription of a made-up one. */
const PUSH_SERVICE = `
  let current = null;
  const keys = {
    p256dh: 'BB4YUy_UdUwC8wQdnHXOszuD_9gax85P6ILMscmLxYlupGwxHE4v9A3ZajZT5uRURdMt_khuztdcepDGoYiBwKM',
    auth: 'AwMDAwMDAwMDAwMDAwMDAw',
  };
  const endpoint = 'https://push.example.org/5f0c';
  const unsubscribe = async () => (current = null) === null;
  PushManager.prototype.getSubscription = async () => current;
  PushManager.prototype.subscribe = async () =>
    (current = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) });
`;
/** It has no place for notifications, either. */
const RECORD_NOTIFICATIONS = `
  self.shown = [];
  self.registration.showNotification = async (title, options) => void self.shown.push({ title, ...options });
`;
