// Runs in the full check only: it takes minutes in a browser.
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../harness';
import { describeInBrowser, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const PUMP = { title: 'Pump 7 rattles', severity: 'major', message: 'The bearing may be worn.' };

const POINT = 'BLDG.ELEC.MAIN.POWER';

const UNACKNOWLEDGED = '/api/alerts?status=active&acknowledged=false&shelved=false&limit=200';

/** Records sounds, and records notifications instead of showing them. */
const RECORD_ANNOUNCEMENTS = `
  globalThis.announced = [];
  globalThis.AudioContext = class extends AudioContext { constructor() { super(); announced.push('sound'); } };
  globalThis.Notification = class extends EventTarget {
    static permission = 'granted';
    constructor(title, { body }) { super(); announced.push(title + ', ' + body); globalThis.shown = this; }
  };`;

/** The name of the link in the header. */
function nameOf(count: number): string {
  return count === 1 ? '1 alert is not acknowledged' : `${count} alerts are not acknowledged`;
}

describeInBrowser('the alerts', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  /** Raises an alert with its own type, because another alert of the same type would count as a repetition. */
  const raise = (page: Page, alert: { title: string; severity: string; message?: string }) =>
    product.callAs(page, 'POST', '/api/alerts', { ...alert, type: alert.title });

  /** Adds a rule that raises an alert with its name at once. */
  const raiseByRule = (page: Page, name: string) =>
    product.callAs(page, 'POST', '/api/alerts/rules', {
      name,
      pointCode: POINT,
      severity: 'warning',
      condition: { kind: 'threshold', comparison: 'gt', threshold: -12.5 },
    });

  /** The active alerts that nobody has acknowledged. */
  const unacknowledged = (page: Page) =>
    product.callAs(page, 'GET', UNACKNOWLEDGED) as Promise<{ id: number; title: string }[]>;

  async function idOf(page: Page, title: string): Promise<number> {
    const found = (await unacknowledged(page)).find((alert) => alert.title === title);
    if (!found) throw new Error(`There is no alert "${title}".`);
    return found.id;
  }

  /** Waits until a part of the page shows the number of alerts. The simulated building may change it meanwhile. */
  const seesCount = (page: Page, partOf: (count: number) => Locator) =>
    waitFor(
      async () => {
        const { length } = await unacknowledged(page);
        return partOf(length).getByText(String(length), { exact: true }).isVisible();
      },
      { what: 'the number of alerts' },
    );

  it('alerts appear when they are raised, and can be acknowledged, shelved and cleared', async () => {
    const page = await product.visit('/alerts');
    await sees(page.getByText('Live', { exact: true }));
    await raise(page, PUMP);
    await page.getByRole('button', { name: PUMP.title }).click();
    const details = page.getByRole('dialog', { name: 'Alert', exact: true });
    await sees(details.getByText('Not acknowledged'));

    await details.getByRole('button', { name: 'Acknowledge' }).click();
    const acknowledge = page.getByRole('dialog', { name: 'Acknowledge' });
    await acknowledge.getByLabel('Note').fill('On my way.');
    await acknowledge.getByRole('button', { name: 'Acknowledge' }).click();
    await sees(details.getByText('On my way.'));

    await details.getByRole('button', { name: 'Shelve' }).click();
    const shelve = page.getByRole('dialog', { name: 'Shelve' });
    await shelve.getByRole('button', { name: 'Shelve' }).click();
    await sees(shelve.getByText('Say why, so that the next shift knows.'));
    await shelve.getByLabel('Reason').fill('Spare part ordered.');
    await shelve.getByRole('button', { name: 'Shelve' }).click();
    await sees(details.getByText('Spare part ordered.').first());
    await details.getByRole('button', { name: 'End shelving' }).click();
    await page
      .getByRole('dialog', { name: 'End shelving' })
      .getByRole('button', { name: 'End shelving' })
      .click();
    await sees(details.getByText('Shelving ended'));

    await details.getByRole('button', { name: 'Clear' }).click();
    const clear = page.getByRole('dialog', { name: 'Clear' });
    await clear.getByRole('button', { name: 'Clear' }).click();
    await clear.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    const listed = page.getByRole('button', { name: PUMP.title });
    await listed.waitFor({ state: 'detached' });
    await page.getByText('Cleared', { exact: true }).click();
    await sees(listed);
  });

  it('the number of unacknowledged alerts is shown on every page, and screen readers announce critical ones', async () => {
    const page = await product.visit('/faults');
    await page.setViewportSize({ width: 390, height: 844 });
    await sees(page.getByText('Live', { exact: true }));
    const link = (count: number) => page.getByRole('link', { name: nameOf(count) });
    // This alert stays, because the link names no number while there is none.
    await raise(page, { title: 'Door open', severity: 'warning' });
    await raise(page, { title: 'Fire pump off', severity: 'critical' });
    await sees(page.locator('[aria-live=assertive]', { hasText: 'New critical alert: Fire pump off' }));
    await seesCount(page, link);
    await raise(page, { title: 'Lamp out', severity: 'minor' });
    await seesCount(page, link);
    expect(await page.locator('[aria-live=assertive]').textContent()).toBe(
      'New critical alert: Fire pump off',
    );
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const entry = page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Alerts' });
    await seesCount(page, () => entry);
    await page.keyboard.press('Escape');

    const lamp = await idOf(page, 'Lamp out');
    const pump = await idOf(page, 'Fire pump off');
    await product.callAs(page, 'POST', `/api/alerts/${lamp}/acknowledge`, {});
    await seesCount(page, link);
    await product.callAs(page, 'POST', `/api/alerts/${pump}/clear`, {});
    await seesCount(page, link);
  });

  it('new alerts are announced by a sound and by the desktop only if the user has chosen so', async () => {
    const page = await product.openSignedIn('/api/health');
    await page.addInitScript(RECORD_ANNOUNCEMENTS);
    const announced = () => page.evaluate<string[]>('globalThis.announced');
    const choose = async (isChosen: boolean) => {
      const choice = { alertSound: isChosen, desktopNotification: isChosen };
      await product.callAs(page, 'PUT', '/api/settings', choice);
      await page.goto('/alerts');
      await sees(page.getByText('Live', { exact: true }));
    };
    await choose(true);
    await raise(page, { title: 'Boiler off', severity: 'major', message: 'The flame is out.' });
    await sees(page.getByRole('button', { name: 'Boiler off' }));
    await waitFor(async () => (await announced()).length > 1, { what: 'the sound and the notification' });
    expect(await announced()).toEqual(['sound', 'Alert: Major, The flame is out.']);
    await page.evaluate('globalThis.shown.dispatchEvent(new Event("click"))');
    await sees(page.getByRole('dialog').getByRole('heading', { name: 'Boiler off' }));

    await choose(false);
    await raise(page, { title: 'Fan off', severity: 'major' });
    await sees(page.getByRole('button', { name: 'Fan off' }));
    expect(await announced()).toEqual([]);
  });

  it('several alerts are acknowledged at once, and those that fail stay chosen', async () => {
    const page = await product.visit('/alerts');
    const titles = ['Damper 1 stuck', 'Damper 2 stuck', 'Damper 3 stuck'];
    for (const title of titles) {
      await product.callAs(page, 'POST', '/api/alerts', {
        title,
        severity: 'minor',
        type: title,
        pointCode: POINT,
      });
    }
    await visit(page, `/alerts?point=${POINT}`);
    await page.getByLabel('All on this page').click();
    await sees(page.getByText('3 chosen'));
    await page.getByLabel('Choose Damper 3 stuck').click();
    await sees(page.getByText('2 chosen'));
    await page.getByLabel('All on this page').click();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Acknowledge the chosen alerts (3)' });
    await dialog.getByLabel('Note').fill('All seen.');
    let refused = false;
    await page.route('**/acknowledge', (route) => {
      if (refused) return route.continue();
      refused = true;
      return route.fulfill({ status: 409, json: { error: 'Already acknowledged.', code: 'wrong_state' } });
    });
    await dialog.getByRole('button', { name: 'Acknowledge' }).click();
    await sees(page.getByText('Acknowledged alerts: 2. Failed: 1. The state has changed', { exact: false }));
    await sees(page.getByText('1 chosen'));
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
    await sees(page.getByText('Acknowledged alerts: 1.', { exact: true }));
    await visit(page, `/alerts?point=${POINT}&acknowledged=false`);
    await sees(page.getByText('No active alerts match.'));
    const acknowledged = await product.callAs(
      page,
      'GET',
      `/api/alerts?pointCode=${POINT}&acknowledged=true`,
    );
    expect((acknowledged as { title: string }[]).map(({ title }) => title).sort()).toEqual(titles);
  });

  it('the list shows the point, its value and the threshold with their unit, and leads to the history and to the rule', async () => {
    const page = await product.visit('/alerts');
    await raiseByRule(page, 'Always above');
    const row = page.getByRole('row').filter({ hasText: 'Always above' });
    await sees(row.getByText('Threshold -12.5 kW'));
    await sees(row.getByText(/^[\d.,]+ kW$/));
    await row.getByRole('link').click();
    await sees(page.getByRole('dialog').getByRole('figure'));
    await page.goBack();
    await row.getByRole('button', { name: 'Always above' }).click();
    const details = page.getByRole('dialog');
    await sees(details.getByRole('figure', { name: /^Values of / }).getByText('Threshold -12.5'));
    await details.getByRole('link', { name: 'Open the rule' }).click();
    await sees(page.getByRole('heading', { name: 'Always above' }));
  });
});
