// Runs in the full check only: it takes minutes in a browser.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalCalendar } from '@app/gateway-server';
import { Building } from '../../apps/gateway-sim/src/model/building';
import { Story } from '../../apps/gateway-sim/src/model/story';
import { pdfPages } from '../factories/read-report';
import { describeInBrowser, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

/** The register of the lighting of floor 2, whose lamps were replaced. */
const LIGHTING = 'F2.ELEC.LIGHTING.KWH';

interface Template {
  id: number;
  config: { sections: { kind: string; metric?: string }[] };
}

interface SavingsAnswer {
  saving: { kwh: number; uncertaintyPercent: number };
}

describeInBrowser('an energy manager', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  /** The kWh that the simulated lamps have saved: the same building without the story would have used more. */
  function trueSaving(fromMs: number, toMs: number): number {
    const calendar = new LocalCalendar(Intl.DateTimeFormat().resolvedOptions().timeZone);
    const shownMs = Date.parse(readFileSync(join(product.dataDir, 'first-start'), 'utf8'));
    const [usual = 0, real = 0] = [null, new Story(shownMs, calendar)].map((story) => {
      const lighting = new Building(1, calendar, story).points.find(
        ({ definition }) => definition.code === LIGHTING,
      );
      const at = (ms: number) => Number(lighting?.valueAt(ms, () => null));
      return at(toMs) - at(fromMs);
    });
    return usual - real;
  }

  it('an energy manager finds the hidden faults by their cost, dismisses one, and makes a fault of the other', async () => {
    const page = await product.visit('/energy');
    await page.getByRole('link', { name: 'Losses' }).click();
    const early = page.getByRole('row').filter({ hasText: 'Start long before the opening' });
    const night = page.getByRole('row').filter({ hasText: 'High load at night' });
    await sees(early.filter({ hasText: 'Floor 1' }).getByText(/typically 4 h before the opening/));
    await sees(night.filter({ hasText: 'Floor 3' }).getByText(/CNY$/));

    await night.getByRole('button', { name: 'Dismiss' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dismiss the loss' });
    await dialog.getByLabel('Reason').fill('The laboratory works at night.');
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await night.waitFor({ state: 'detached' });
    await page.getByLabel('High load at night: Limit').fill('35');
    await page.getByRole('button', { name: 'High load at night: Save' }).click();
    await sees(page.getByText(/^The rule was changed\./));
    await page.getByRole('button', { name: 'High load at night: Test' }).click();
    const trial = page.getByRole('dialog', { name: 'High load at night' });
    await sees(trial.getByText(/^Days with a loss: \d+\. Per month: /).first());
    await trial.getByRole('button', { name: 'Close' }).click();
    const [rule] = (await product.callAs(page, 'GET', '/api/loss-rules')) as object[];
    expect(rule).toMatchObject({ rule: 'night_load', settings: { sharePercent: 35 } });

    await page.getByRole('row').filter({ hasText: 'AHU 1' }).getByRole('button', { name: 'Change' }).click();
    const unit = page.getByRole('dialog', { name: 'Change the unit' });
    expect(await unit.getByLabel('Supply air temperature').inputValue()).toBe('AHU1.SUPPLY.TEMP');
    await unit.getByLabel('Cooling valve').fill('AHU1.COOLING.VALVE');
    await unit.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText(/^The units were saved\./));
    expect(await product.callAs(page, 'GET', '/api/loss-rules/air-handlers')).toMatchObject({
      airHandlers: [{ name: 'AHU 1', points: { coolingValve: 'AHU1.COOLING.VALVE' }, minDamperPercent: 20 }],
    });

    await early.getByRole('link', { name: 'Make a fault' }).click();
    const form = page.getByRole('dialog', { name: 'Report a fault' });
    expect(await form.getByLabel('Title').inputValue()).toBe('Start long before the opening');
  });

  it('an energy manager proves the saving of the new lamps, with the tables behind the charts', async () => {
    const page = await product.visit('/energy/savings');
    const row = page.getByRole('row').filter({ hasText: 'New lamps on floor 2' });
    await sees(row.getByText('Met', { exact: true }));
    await row.getByRole('button', { name: 'New lamps on floor 2' }).press('Enter');
    await page.waitForURL((url) => url.searchParams.has('baseline'));
    const id = new URL(page.url()).searchParams.get('baseline');
    const { areaId, reportingFrom } = (await product.callAs(page, 'GET', `/api/energy/baselines/${id}`)) as {
      areaId: number;
      reportingFrom: string;
    };
    const to = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
    const query = new URLSearchParams({ from: reportingFrom, to, interval: 'month' });
    const { saving } = (await product.callAs(
      page,
      'GET',
      `/api/energy/baselines/${id}/savings?${query.toString()}`,
    )) as SavingsAnswer;
    const saved = trueSaving(Date.parse(reportingFrom), Date.parse(to));
    expect(saved).toBeGreaterThan(5000);
    expect(saving.uncertaintyPercent).toBeLessThan(25);
    expect(Math.abs(saving.kwh - saved)).toBeLessThan((saving.kwh * saving.uncertaintyPercent) / 100);

    await sees(page.getByRole('figure').nth(1));
    await page.getByRole('radio', { name: 'Week' }).press('ArrowRight');
    await page.waitForURL((url) => url.searchParams.get('interval') === 'month');
    for (const title of ['Actual and expected energy', 'Cumulative saving (CUSUM)']) {
      const panel = page.getByRole('region', { name: title });
      await panel.getByRole('radio', { name: 'Chart' }).press('ArrowRight');
      await sees(panel.getByRole('cell', { name: /^[\d.,]+ kWh$/ }).first());
    }
    await sees(page.getByText(/^[\d,]+ hours of [\d,]+ days$/));
    await sees(page.getByText('Adjusted R²', { exact: true }));

    await visit(page, `/energy/analysis?area=${areaId}`);
    for (const title of ['Energy against temperature', 'Cumulative saving (CUSUM)']) {
      const panel = page.getByRole('region', { name: title });
      await sees(panel.getByRole('figure'));
      await panel.getByRole('radio', { name: 'Chart' }).press('ArrowRight');
      await sees(panel.getByRole('cell', { name: /^[\d.,]+ kWh$/ }).first());
    }
    await page.getByRole('link', { name: 'New lamps on floor 2' }).press('Enter');
    await page.waitForURL((url) => url.searchParams.get('baseline') === id);

    await visit(page, '/energy/analysis');
    await sees(page.getByRole('link', { name: 'Set up a baseline' }));
  });

  it('an energy manager compares a bill with that of the supplier, and prints it', async () => {
    const page = await product.visit('/energy/bills');
    await page.getByRole('button', { name: 'Add a price series' }).click();
    const series = page.getByRole('dialog', { name: 'Add a price series' });
    await series.getByLabel('Name').fill('Day-ahead');
    await series.getByLabel('Currency').fill('CNY');
    await series.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByRole('button', { name: 'Import prices into Day-ahead' }));
    const prices = ['timestamp,price', '2026-03-01T00:00:00Z,0.52', '2026-03-01T00:15:00Z,0.48'].join('\n');
    const file = { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(prices) };
    await page.locator('input[type=file]').setInputFiles(file);
    await sees(page.getByText(/^2 prices from .+ were imported\.$/));

    await page.getByRole('button', { name: 'Municipal utility' }).click();
    const bills = page.getByRole('table', { name: 'Bills' });
    const total = bills.getByRole('cell', { name: /^CN¥[\d,]+\.\d\d$/ });
    await sees(total.first());
    await bills.getByRole('button').first().click();
    const bill = page.getByRole('region', { name: /^Bill of / });
    await sees(bill.getByRole('row').filter({ hasText: 'Demand' }).getByText(/CN¥/).first());
    const shares = page.getByRole('table', { name: 'Shares of the areas' });
    await sees(shares.getByRole('row').filter({ hasText: 'Floor 2' }).getByText(/CN¥/).first());
    await sees(page.getByText(/^[\d.]+ kW expected, 80 kW allowed$/));
    await bill.getByLabel('Total of the supplier').fill('100');
    await bill.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText('The total was saved.'));
    await sees(bills.getByText(/^-CN¥[\d,]+\.\d\d$/));
    await page.emulateMedia({ media: 'print' });
    await bill.getByLabel('Total of the supplier').waitFor({ state: 'hidden' });
    await sees(bill.getByRole('row').filter({ hasText: 'Demand' }).getByText(/CN¥/).first());
    await page.emulateMedia({ media: null });
  });

  it('an energy manager prints the report for the management, which shows the saving and the loss', async () => {
    const page = await product.visit('/reports');
    const { templates } = (await product.callAs(page, 'GET', '/api/reports/templates')) as {
      templates: Template[];
    };
    const template = templates.find(({ config }) =>
      config.sections.some(({ metric, kind }) => metric === 'savings' && kind === 'chart'),
    );
    const plan = { name: 'For the management', templateId: template?.id, cron: '0 7 1 * *', format: 'pdf' };
    const { id } = (await product.callAs(page, 'POST', '/api/reports', plan)) as { id: number };
    await visit(page, `/reports?plan=${id}`);
    const details = page.getByRole('dialog', { name: 'Plan', exact: true });
    await details.getByRole('button', { name: 'Run now' }).click();
    await sees(details.getByText('Completed'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      details.getByRole('button', { name: 'Download' }).click(),
    ]);
    const text = (await pdfPages(readFileSync(await download.path()))).join(' ');
    for (const shown of ['New lamps on floor 2', 'Floor 1', 'CNY']) expect(text).toContain(shown);
    await product.callAs(page, 'DELETE', `/api/reports/${id}`);
  });
});
