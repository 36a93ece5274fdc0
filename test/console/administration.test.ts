// Runs in the full check only: npm test has the pages that are used most.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { say } from '@app/kernel';
import { ProductClient } from '../e2e/product/product-client';
import { PICTURES } from '../factories/pictures';
import { describeInBrowser, inNavigation, sees, visit } from './browser';
import { ADMIN, ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const OTTO = { username: 'otto', email: 'otto@example.org', password: 'seven red herons' };
const NEW_PASSWORD = 'three green foxes';

const BACKUP = {
  id: '0192f0c1-0000-7000-8000-000000000001',
  status: 'completed',
  progress: 1,
  scheduled: false,
  createdBy: 'admin',
  createdAt: '2026-05-01T10:00:00.000Z',
  finishedAt: '2026-05-01T10:01:00.000Z',
  size: 1_000_000,
  sha256: '0'.repeat(64),
  tables: 60,
  rows: 500_000,
  includesFiles: true,
  files: 3,
  missingFiles: 0,
  encrypted: false,
  verifiedAt: '2026-05-01T10:01:00.000Z',
  fileId: '0192f0c1-0000-7000-8000-000000000002',
  error: null,
  failure: null,
};

describeInBrowser('the administration', () => {
  let product: ConsoleProduct;
  let restorePrices: () => Promise<unknown>;

  beforeAll(async () => {
    product = await ConsoleProduct.start();
    restorePrices = await product.keepPrices();
  });
  afterAll(async () => {
    await restorePrices();
    await product.end();
  });
  afterEach(() => product.endTest());

  it('an administrator creates an API key, which is shown once and works', async () => {
    const page = await product.visit('/users?view=keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    const form = page.getByRole('dialog', { name: 'New API key' });
    await form.getByLabel('Name').fill('Meter export');
    await form.getByRole('button', { name: 'Create' }).click();
    const created = page.getByRole('dialog', { name: 'The key was created' });
    const key = await created.getByText(/^pk_/).textContent();
    const answer = await page.request.get('/api/energy/areas', {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status()).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await sees(page.getByRole('row', { name: /Meter export/ }).getByText('Viewer'));
    expect(await page.getByText(String(key)).count()).toBe(0);
  });

  it('an administrator creates and edits a user, whose open session gets what the new role may do', async () => {
    const page = await product.visit('/users');
    await page.getByRole('button', { name: 'New user' }).click();
    const form = page.getByRole('dialog', { name: 'New user' });
    await form.getByRole('button', { name: 'Create' }).click();
    await sees(form.getByText('Fill in this field.').first());
    await sees(form.getByText('The password needs at least 8 characters.'));
    await form.getByLabel('Username').fill(ADMIN.username);
    await form.getByLabel('E-mail address').fill(OTTO.email);
    await form.locator('input[type=password]').fill(OTTO.password);
    await form.getByRole('button', { name: 'Create' }).click();
    await sees(page.getByText('The username is taken. Choose another one.').first());
    await form.getByLabel('Username').fill('oto');
    await form.getByRole('button', { name: 'Create' }).click();
    const row = page.getByRole('row').filter({ hasText: OTTO.email });
    await sees(row.getByText('Viewer', { exact: true }));

    const alert = { title: 'Pump 3 vibrates', severity: 'major', type: 'vibration' };
    const { id } = (await product.callAs(page, 'POST', '/api/alerts', alert)) as { id: number };
    const other = await product.openSignedIn(`/alerts?alert=${id}`, { user: { ...OTTO, username: 'oto' } });
    await sees(other.getByRole('dialog', { name: 'Alert', exact: true }).getByText('Timeline'));
    const acknowledge = other
      .getByRole('dialog', { name: 'Alert' })
      .getByRole('button', { name: 'Acknowledge' });
    expect(await acknowledge.count()).toBe(0);

    await row.getByRole('button').first().click();
    const edit = page.getByRole('dialog', { name: 'Edit the user' });
    await edit.getByLabel('Username').fill(OTTO.username);
    await edit.getByRole('textbox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Operator' }).click();
    await edit.getByRole('button', { name: 'Save' }).click();
    await sees(row.getByText('Operator', { exact: true }));
    await sees(row.getByText(OTTO.username, { exact: true }));

    await visit(page, '/users?view=permissions');
    await page.getByRole('textbox', { name: 'Filter by address' }).fill('/acknowledge');
    const permission = page.getByRole('row').filter({ hasText: 'acknowledge' });
    await sees(permission);
    const cells = await permission.getByRole('cell').allTextContents();
    expect(cells.slice(1, 5)).toEqual(['Not allowed', 'Allowed', 'Allowed', 'Allowed']);

    await other.reload();
    await acknowledge.click();
    const question = other.getByRole('dialog', { name: 'Acknowledge' });
    await question.getByRole('button', { name: 'Acknowledge' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await product.callAs(page, 'GET', `/api/alerts/${id}`)).toMatchObject({ acknowledged: true });
  });

  it('a user ends their session, and an administrator the session of a user: the console leads to the sign-in in spite of unsaved changes', async () => {
    const eva = { username: 'eva', email: 'eva@example.org', password: 'two blue foxes', role: 'viewer' };
    const admin = await product.visit('/users');
    await product.callAs(admin, 'POST', '/api/users', eva);
    const page = await product.openSignedIn('/profile', { user: eva });
    const session = page.getByRole('region', { name: 'Session' });
    await sees(session.getByText('This session'));
    await session.getByRole('button', { name: 'End' }).click();
    await page.getByRole('dialog', { name: 'End the session' }).getByRole('button', { name: 'End' }).click();
    await sees(page.getByRole('button', { name: 'Sign in' }));

    await product.signIn(page, eva);
    await visit(page, '/profile');
    await page.getByRole('region', { name: 'Account' }).getByLabel('Username').fill('eva.b');
    await visit(admin, '/users');
    await admin.getByRole('row').filter({ hasText: eva.email }).getByRole('button').first().click();
    const edit = admin.getByRole('dialog', { name: 'Edit the user' });
    await edit.getByRole('button', { name: 'End' }).click();
    const question = admin.getByRole('dialog', { name: 'End the session' });
    await question.getByRole('button', { name: 'End' }).click();
    await sees(edit.getByText('Not signed in'));
    await sees(page.getByRole('button', { name: 'Sign in' }));
  });

  it('a user chooses the formats of dates and numbers, and the time zone of times', async () => {
    const mia = { username: 'mia', email: 'mia@example.org', password: 'two green owls', role: 'admin' };
    const admin = await product.visit('/users');
    await product.callAs(admin, 'POST', '/api/users', mia);
    const page = await product.openSignedIn('/profile', { user: mia, timezoneId: 'Asia/Tokyo' });
    const formats = page.getByRole('region', { name: 'Formats' });
    await sees(formats.getByText(/^Example: [A-Z][a-z]{2} \d+, 20\d\d, \d+:\d\d\s[AP]M · 12,345.6 kWh$/));
    const choices = {
      Dates: '2026-11-27',
      Clock: '24 hours',
      'Decimal mark': '1.234,5',
      'First day of the week': 'Monday',
    };
    for (const [name, choice] of Object.entries(choices)) {
      await formats.getByRole('textbox', { name }).click();
      await Promise.all([
        page.waitForResponse('**/api/settings'),
        page.getByRole('option', { name: choice }).click(),
      ]);
    }
    await sees(formats.getByText(/^Example: 20\d\d-\d\d-\d\d, \d\d:\d\d · 12.345,6 kWh$/));
    expect(await product.callAs(page, 'GET', '/api/auth/me/state')).toEqual({
      dateOrder: 'ymd',
      clock: '24h',
      decimalMark: 'comma',
      firstWeekday: 'monday',
    });

    const [setpoint] = (await product.callAs(page, 'GET', '/api/points?search=AHU1.SUPPLY.TEMP_SP')) as {
      id: number;
      unit: string;
    }[];
    const point = `/api/points/${setpoint?.id}`;
    // A unit with a digit beside a typed number.
    await product.callAs(page, 'PUT', point, { unit: 'm3' });
    try {
      await visit(page, `/points?point=${setpoint?.id}`);
      await page.getByRole('button', { name: 'Force value' }).click();
      for (const typed of ['1,5', '1.5']) {
        await page.getByLabel('New value').fill('');
        await page.getByLabel('New value').pressSequentially(typed);
        await sees(page.getByRole('button', { name: 'Force to 1,5 m3' }));
      }
    } finally {
      await product.callAs(page, 'PUT', point, { unit: setpoint?.unit });
    }

    await visit(page, '/maintenance?view=calendar');
    const weekdays = page.getByRole('table').getByRole('columnheader');
    await sees(weekdays.first());
    expect((await weekdays.allTextContents())[0]).toBe('Mon');
    const raised = await product.callAs(page, 'POST', '/api/alerts', { title: 'Zones', severity: 'minor' });
    await visit(page, `/alerts?alert=${(raised as { id: number }).id}`);
    const details = page.getByRole('dialog');
    const times = details.getByText(/^20\d\d-\d\d-\d\d, \d\d:\d\d$/);
    const atBuilding = await times.first().textContent();
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Times are in this zone: UTC/ }).click();
    await sees(
      page.getByRole('button', { name: /^Times are in this zone: Asia\/Tokyo\. Switch to: Building: / }),
    );
    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await sees(page.getByRole('button', { name: /^Times are in this zone/ }).getByText('GMT+9'));
    if (size) await page.setViewportSize(size);
    await visit(page, `/alerts?alert=${(raised as { id: number }).id}`);
    await sees(times.first());
    expect(await times.first().textContent()).not.toBe(atBuilding);
  });

  it('a user changes the own name, picture and password', async () => {
    const ina = { username: 'ina', email: 'ina@example.org', password: 'two red foxes', role: 'viewer' };
    const admin = await product.visit('/users');
    await product.callAs(admin, 'POST', '/api/users', ina);
    const page = await product.openSignedIn('/profile', { user: ina });
    const account = page.getByRole('region', { name: 'Account' });
    await account.getByLabel('Username').fill('ina.b');
    await account.getByLabel('E-mail address').fill('ina');
    await account.getByRole('button', { name: 'Save' }).click();
    await sees(account.getByText('Enter an e-mail address.'));
    await account.getByLabel('E-mail address').fill('ina.b@example.org');
    await account.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByRole('button', { name: 'Account of ina.b' }));
    await account
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PICTURES.png });
    await sees(account.getByRole('button', { name: 'Delete the picture' }));
    expect(await product.callAs(page, 'GET', '/api/auth/me')).toMatchObject({
      username: 'ina.b',
      email: 'ina.b@example.org',
      avatar: expect.any(String),
    });

    const password = page.getByRole('region', { name: 'Password' });
    await password.getByLabel('Current password').fill('not this one');
    await password.getByLabel(/^New password(?! again)/).fill(NEW_PASSWORD);
    await password.getByLabel('New password again').fill('something else');
    await password.getByRole('button', { name: 'Change the password' }).click();
    await sees(password.getByText('The two new passwords differ.'));
    await password.getByLabel('New password again').fill(NEW_PASSWORD);
    await password.getByRole('button', { name: 'Change the password' }).click();
    await sees(page.getByText('The current password is wrong. Enter it again.').first());
    await password.getByLabel('Current password').fill(ina.password);
    await password.getByRole('button', { name: 'Change the password' }).click();
    await sees(page.getByText('The password was changed.'));
    const client = new ProductClient(() => product.address);
    const refused = { status: 401, code: 'invalid_credentials' };
    await expect(client.signIn('ina.b', ina.password)).rejects.toMatchObject(refused);
    await client.signIn('ina.b', NEW_PASSWORD);
  });

  it('an administrator changes the settings, and tests the mail settings', async () => {
    const page = await product.visit('/settings');
    await sees(page.getByText('Ready', { exact: true }));
    const platform = page.getByRole('region', { name: 'Platform' });
    await platform.getByLabel('Name').fill('North campus');
    await inNavigation(page, 'Alerts').click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).last().click();
    await question.waitFor({ state: 'detached' });
    await platform.getByLabel('Currency').fill('euro');
    await platform.getByRole('button', { name: 'Save' }).click();
    await sees(platform.getByText('Enter the code of a currency, such as EUR.'));
    await platform.getByLabel('Currency').fill('EUR');
    await platform.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByRole('banner').getByText('North campus'));
    const site = page.getByRole('region', { name: 'Site' });
    await site.getByLabel('Latitude').fill('52.52');
    await site.getByLabel('Longitude').fill('13.405');
    await Promise.all([
      page.waitForResponse('**/api/configs'),
      site.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(await product.callAs(page, 'GET', '/api/configs')).toMatchObject({
      platformName: 'North campus',
      currency: 'EUR',
      site: { latitude: 52.52, longitude: 13.405 },
    });
    await page.getByRole('button', { name: 'Edit the price of Gas' }).click();
    const prices = page.getByRole('dialog', { name: 'Edit the price of Gas' });
    await prices.getByRole('button', { name: 'Add a new price from a date' }).click();
    const price = prices.getByRole('region').last();
    await price.getByRole('button', { name: 'Remove price' }).waitFor();
    await price.getByLabel('Price per kWh').fill('0.085');
    await price.getByLabel('Valid from').fill('2031-01-01');
    await prices.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText(/^0.085 \w{3} per kWh, since Jan 1, 2031$/));
    const factors = page.getByRole('region', { name: 'Emission factors' });
    await factors.locator('summary').first().click();
    await sees(factors.getByText(/kgCO₂e\/kWh$/).first());
    const none = say('other', { reason: 'The source has no valid factor.' });
    await page.route('**/carbon-factors/refresh', (route) =>
      route.fulfill({ json: { success: false, message: none.message, result: none } }),
    );
    await factors.getByRole('button', { name: 'Refresh from the source' }).click();
    await sees(page.getByText('The source has no valid factor.'));
    await page.getByRole('button', { name: 'Send a test message' }).click();
    const test = page.getByRole('dialog', { name: 'Send a test message' });
    await test.getByLabel('Recipient').fill('operator@example.org');
    await test.getByRole('button', { name: 'Send' }).click();
    await sees(page.getByText('The mail server has accepted the message for operator@example.org.'));
  });

  it('an administrator adds a gateway, corrects it, and deletes it', async () => {
    const page = await product.visit('/settings');
    await page.getByRole('button', { name: 'Add a gateway' }).click();
    const form = page.getByRole('dialog', { name: 'Add a gateway' });
    await form.getByLabel('Name').fill('North building');
    await form.getByLabel('Prefix of the codes').fill('BLDG.');
    await form.getByLabel('Address').fill('http://127.0.0.1:1');
    await form.getByLabel('User').fill('service');
    await form.getByLabel('Password', { exact: true }).fill('a password');
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText('Codes of another gateway begin like this. Choose another prefix.'));
    await form.getByLabel('Prefix of the codes').fill('north.');
    await form.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /North building/ });
    await sees(row.getByText('north.', { exact: true }));

    await row.getByRole('button', { name: 'Edit the gateway North building' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit the gateway' });
    expect(await edit.getByLabel('Prefix of the codes').isDisabled()).toBe(true);
    await edit.getByLabel('Read this gateway').click({ force: true });
    await edit.getByRole('button', { name: 'Save' }).click();
    await sees(row.getByText('Switched off'));

    await row.getByRole('button', { name: 'Delete the gateway North building' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('a price period still ends at midnight after its other fields are changed', async () => {
    const page = await product.visit('/settings');
    const period = { days: [1, 2, 3, 4, 5], from: '20:00', to: '24:00', pricePerKwh: 0.1 };
    const tariff = { currency: 'EUR', default: 0.2 };
    await product.callAs(page, 'PUT', '/api/configs', {
      tariffs: { heating: { ...tariff, periods: [period] } },
    });
    await visit(page, '/settings');
    await page.getByRole('button', { name: 'Edit the price of Heating' }).click();
    const prices = page.getByRole('dialog', { name: 'Edit the price of Heating' });
    expect(await prices.getByLabel('To').inputValue()).toBe('00:00');
    await prices.getByText('Sat').click();
    await prices.getByLabel('From', { exact: true }).fill('21:30');
    await Promise.all([
      page.waitForResponse('**/api/configs'),
      prices.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(await product.callAs(page, 'GET', '/api/configs')).toMatchObject({
      tariffs: {
        heating: [{ ...tariff, periods: [{ ...period, days: [1, 2, 3, 4, 5, 6], from: '21:30' }] }],
      },
    });
  });

  it('the audit log shows who changed what', async () => {
    const page = await product.visit('/settings');
    await product.callAs(page, 'PUT', '/api/configs', { carbon: { region: 'DE' } });
    await product.callAs(page, 'POST', '/api/faults', { title: 'Filter is blocked' });
    await visit(page, '/audit');
    await page.getByRole('textbox', { name: 'User' }).click();
    await page.getByRole('option', { name: ADMIN.username }).click();
    await page
      .getByRole('button', { name: /20\d\d/ })
      .first()
      .click();
    const entry = page.getByRole('dialog', { name: 'Entry' });
    await sees(entry.getByText('Request', { exact: true }));
    await entry.getByRole('link', { name: 'Filter is blocked' }).click();
    await sees(page.getByRole('dialog').getByRole('heading', { name: 'Filter is blocked' }));
  });

  async function openBackups(): Promise<Page> {
    const page = await product.visit('/backups');
    await sees(page.getByRole('heading', { name: 'Backups', exact: true }));
    return page;
  }

  it('a backup is started, verified and downloaded', async () => {
    const page = await openBackups();
    await sees(page.getByText('No backup yet.'));
    // A backup of the demonstration takes half a minute, and has tests without a browser.
    await page.route(/\/api\/system\/backups\b/, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 202, json: BACKUP })
        : route.fulfill({ json: [BACKUP] }),
    );
    await page.route(`**/api/files/${BACKUP.fileId}`, (route) =>
      route.fulfill({ json: { name: 'one.tar.gz' } }),
    );
    await page.route(`**/api/files/${BACKUP.fileId}/preview`, (route) => route.fulfill({ body: 'content' }));
    await page.getByRole('button', { name: 'Back up now' }).click();
    const dialog = page.getByRole('dialog', { name: 'Back up now' });
    await dialog.getByRole('button', { name: 'Start' }).click();
    await sees(page.getByText('Trial restore', { exact: true }));
    await sees(page.getByText('Completed', { exact: true }));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download the backup of/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('one.tar.gz');
    expect(readFileSync(await download.path(), 'utf8')).toBe('content');
  });

  it('backups are scheduled', async () => {
    const page = await openBackups();
    await sees(page.getByText('There are no scheduled backups.'));
    await page.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Schedule of backups' });
    await form.getByRole('switch', { name: 'Back up on a schedule' }).press('Space');
    await form.getByRole('textbox', { name: 'Repeats' }).click();
    await page.getByRole('option', { name: 'Every month' }).click();
    await form.getByLabel('Time', { exact: true }).fill('03:15');
    await form.getByLabel('Scheduled backups to keep').fill('12');
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText('Day 1 of each month at 03:15'));
    expect(await product.callAs(page, 'GET', '/api/system/backup-schedule')).toMatchObject({
      enabled: true,
      cron: '15 3 1 * *',
      retentionCount: 12,
    });
  });
});
