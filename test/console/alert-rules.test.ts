import type { Page } from 'playwright-core';
import { describeInBrowser, inNavigation, sees, violationsOn } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(120_000);

const POINT = 'BLDG.ELEC.MAIN.POWER';

describeInBrowser('the alarm rules', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openRules(options = {}): Promise<Page> {
    const page = await product.openSignedIn('/alert-rules', options);
    await sees(page.getByRole('heading', { name: 'Alarm rules', exact: true }));
    return page;
  }

  it('rules are tested with past values before they are saved', async () => {
    const page = await openRules();
    await page.getByRole('link', { name: 'New rule' }).first().click();
    await sees(page.getByText('Choose a point or an area to see its history.'));
    await page.getByLabel('Name').fill('High load');
    await page.getByRole('textbox', { name: 'Code of the point' }).fill(POINT);
    await page.getByRole('textbox', { name: 'Threshold' }).fill('1');
    await page.getByRole('textbox', { name: 'Deadband' }).fill('0.5');
    await sees(page.getByRole('figure', { name: `History of ${POINT}` }));
    await page.getByRole('button', { name: 'Test the rule' }).click();
    await sees(page.getByText(/^The rule would have raised \d+ alarms/));
    await sees(page.getByRole('table', { name: 'Alarm' }));
    await page.getByRole('textbox', { name: 'Threshold' }).fill('100000');
    await sees(page.getByText('The rule has changed since this test.'));
    await page.getByRole('button', { name: 'Test the rule' }).click();
    await sees(page.getByText('The rule would have raised no alarm.'));
    await page.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByRole('heading', { name: 'High load' }));
    const rules = await product.callAs(page, 'GET', '/api/alerts/rules');
    expect(rules).toMatchObject([
      { name: 'High load', pointCode: POINT, threshold: 100_000, deadband: 0.5, enabled: true },
    ]);

    await inNavigation(page, 'Alarm rules').click();
    await page.getByRole('switch', { name: 'Enable the rule High load' }).press('Space');
    await sees(page.getByText('The rule is disabled, and its alarm is cleared.'));
  });

  it('rules cannot be changed by an operator', async () => {
    const page = await openRules();
    const rule = {
      name: 'No values',
      pointCode: POINT,
      condition: { kind: 'noData', minutes: 30 },
      severity: 'minor',
    };
    await product.callAs(page, 'POST', '/api/alerts/rules', rule);
    const operator = {
      username: 'olga',
      email: 'olga@example.org',
      password: 'seven grey herons',
      role: 'operator',
    };
    await product.callAs(page, 'POST', '/api/users', operator);
    const other = await product.openSignedIn('/alert-rules', { user: operator });
    await other.getByRole('button', { name: 'No values' }).click();
    await sees(other.getByText('Only engineers change rules.'));
    expect(await other.getByLabel('Name').isDisabled()).toBe(true);
    expect(await other.getByRole('button', { name: 'Save' }).count()).toBe(0);
  });

  it('the rules and their editor are accessible in both themes', async () => {
    const page = await openRules();
    expect(await violationsOn(page)).toEqual([]);
    await page.getByRole('link', { name: 'New rule' }).first().click();
    await page.getByRole('textbox', { name: 'Code of the point' }).fill(POINT);
    // The suggestions close when another field gets the focus.
    await page.getByLabel('Name').focus();
    await sees(page.getByRole('figure', { name: `History of ${POINT}` }));
    await page.getByRole('option').first().waitFor({ state: 'hidden' });
    expect(await violationsOn(page)).toEqual([]);
  });
});
