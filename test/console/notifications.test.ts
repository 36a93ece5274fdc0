// Runs in the full check only: npm test has the pages that are used most.
import type { Page } from 'playwright-core';
import { describeInBrowser, sees, visit } from './browser';
import { waitFor } from '../harness';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

describeInBrowser('the notification rules', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

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
