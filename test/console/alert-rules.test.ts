// Runs in the full check only: npm test has the pages that are used most.
import type { Page } from 'playwright-core';
import { waitFor } from '../harness';
import { describeInBrowser, inNavigation, sees } from './browser';
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

describeInBrowser('the alert rules', () => {
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
      username: 'oskar',
      email: 'oskar@example.org',
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
});
