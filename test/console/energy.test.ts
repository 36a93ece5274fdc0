// Runs in the full check only: it takes minutes in a browser.
import type { Page } from 'playwright-core';
import { waitFor } from '../harness';
import { describeInBrowser, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const LINKS = {
  Savings: '/energy/savings',
  Bills: '/energy/bills',
  Targets: '/energy/targets',
  'Areas and meters': '/energy/areas',
};

/** The descriptions of charts of the analysis for screen readers, by their titles. */
const CHARTS = {
  'Energy of each hour': /^The energy of each hour from .*\. Lowest: .*\. Highest: .*\./,
  'Energy flow': /^How the energy of .*, .* [kM]Wh, is divided\. The largest part: .* [kM]Wh\./,
  'Change from a year before': /^.* [kM]Wh a year before, .* [kM]Wh now\./,
};

const figures = (page: Page) => page.getByRole('cell', { name: /^[\d.,]+ kWh$/ });

describeInBrowser('the energy page', () => {
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

  async function openEnergy(search = ''): Promise<Page> {
    const page = await product.visit(`/energy${search}`);
    await sees(page.getByRole('heading', { name: 'Energy', exact: true }).first());
    return page;
  }

  it('the energy page leads to its other pages, and the analysis of an area shows the table behind a chart, by the keyboard alone', async () => {
    const page = await openEnergy('?area=2&unit=day');
    for (const [name, path] of Object.entries(LINKS)) {
      expect([name, await page.getByRole('link', { name }).getAttribute('href')]).toEqual([name, path]);
    }
    await page.getByRole('link', { name: 'Analysis' }).press('Enter');
    await page.waitForURL((url) => url.pathname === '/energy/analysis' && url.search.includes('area=2'));
    const panel = page.getByRole('region', { name: 'Load duration curve' });
    await sees(panel.getByRole('figure'));
    await panel.getByRole('radio', { name: 'Chart' }).press('ArrowRight');
    await sees(panel.getByRole('cell', { name: '100%', exact: true }));

    const degreeDays = page.getByRole('region', { name: 'Degree days' });
    await sees(degreeDays.getByRole('figure', { name: /^Heating degree days: .* K·d.*, base 15 °C\./ }));
    await sees(degreeDays.getByRole('figure', { name: /^Cooling degree days: .* K·d.*, base 22 °C\./ }));
    await degreeDays.getByRole('radio', { name: 'Chart' }).press('ArrowRight');
    await sees(degreeDays.getByRole('cell', { name: /^[\d.,]+ K·d$/ }).first());

    const demand = page.getByRole('region', { name: 'Demand' });
    await sees(demand.getByRole('figure'));
    await demand.getByRole('radio', { name: 'Chart' }).press('ArrowRight');
    await sees(demand.getByRole('cell', { name: / kW$/ }).first());
    await demand.getByRole('textbox', { name: 'Window' }).press('ArrowDown');
    await sees(page.getByRole('option', { name: '30 minutes' }));
    const answer = page.waitForResponse((response) => response.url().includes('windowMinutes=30'));
    for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
    expect((await answer).status()).toBe(200);
  });

  it('the heat map, the flow and the changes describe themselves, and show their tables by the keyboard alone', async () => {
    const page = await product.visit('/energy/analysis');
    const focused = page.locator(':focus');
    for (const [title, description] of Object.entries(CHARTS)) {
      const panel = page.getByRole('region', { name: title });
      await sees(panel.getByRole('figure', { name: description }));
      await panel.getByRole('radio', { name: 'Chart' }).press('ArrowRight');
      const shown = panel.getByRole('radio', { name: 'Table', checked: true }).and(focused);
      // The control hides its radio buttons.
      await shown.waitFor({ state: 'attached' });
      await sees(
        panel
          .getByRole('table', { name: title })
          .getByRole('cell', { name: / [kM]Wh$/ })
          .first(),
      );
    }
    const heatMap = page.getByRole('region', { name: 'Energy of each hour' });
    await heatMap.getByRole('radio', { name: 'Table' }).focus();
    await page.keyboard.press('Tab');
    await sees(heatMap.getByRole('textbox', { name: 'Days' }).and(focused));
    await page.keyboard.press('ArrowDown');
    await sees(page.getByRole('option').first());
    await page.keyboard.press('Escape');
  });

  it('an engineer adds a baseline, and sees what it lacks', async () => {
    const year = new Date().getFullYear() - 1;
    const page = await product.visit('/energy/savings');
    await page.getByRole('button', { name: 'New baseline' }).click();
    const form = page.getByRole('dialog', { name: 'New baseline' });
    await sees(form.getByText(/^A baseline needs 270 days before the measure/));
    await form.getByLabel('Name').fill('New boiler');
    await form.getByRole('textbox', { name: 'Area', exact: true }).click();
    await page.getByRole('option', { name: /Floor 2$/ }).click();
    await form.getByLabel('First day of the baseline').fill(`${year}-01-01`);
    await form.getByLabel('Last day of the baseline').fill(`${year}-10-31`);
    await form.getByRole('textbox', { name: 'Form', exact: true }).click();
    await page.getByRole('option', { name: 'Heating (3 parameters)' }).click();
    await form.getByLabel('Measure complete from').fill(`${year}-10-31`);
    await form.getByRole('button', { name: 'Add an adjustment' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(form.getByText('The measure must be complete after the last day of the baseline.'));
    await sees(form.getByText('Fill in this field.').first());
    await form.getByLabel('Measure complete from').fill(`${year}-12-01`);
    const adjustment = form.getByRole('region', { name: 'Adjustment 1' });
    await adjustment.getByLabel('First day').fill(`${year}-12-01`);
    await adjustment.getByLabel('Last day').fill(`${year}-12-31`);
    await adjustment.getByLabel('kWh per day').fill('-4.5');
    await adjustment.getByLabel('Note').fill('Closed for repairs');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL((url) => url.searchParams.has('baseline'));
    await sees(page.getByText(/ of the baseline have a complete energy and temperature/));
    await sees(page.getByText('Heating (3 parameters)', { exact: true }));
    await sees(page.getByRole('row').filter({ hasText: 'Closed for repairs' }).getByText('-4.5 kWh'));
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL((url) => !url.searchParams.has('baseline'));
  });

  it('an engineer adds a contract with a tariff and a demand charge', async () => {
    const page = await product.visit('/energy/bills');
    await page.getByRole('button', { name: 'New contract' }).click();
    const form = page.getByRole('dialog', { name: 'New contract' });
    await form.getByLabel('Name').fill('Utility');
    await form.getByRole('textbox', { name: 'Area', exact: true }).click();
    await page.getByRole('option', { name: /Floor 2$/ }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(form.getByText('Enter a code such as EUR.'));
    await sees(form.getByText('Fill in this field.').first());
    await form.getByLabel('Currency').fill('EUR');
    await form.getByLabel('Valid from').fill('2025-01-01');
    await form.getByRole('textbox', { name: 'Energy price' }).click();
    await page.getByRole('option', { name: 'By the time of the week' }).click();
    await form.getByLabel('Price at all other times').fill('0.2');
    await form.getByRole('button', { name: 'Add a period' }).click();
    await form.getByRole('group', { name: 'Period 1' }).getByLabel('Price').fill('0.3');
    await form.getByRole('textbox', { name: 'Demand charge' }).click();
    await page.getByRole('option', { name: 'Share of the highest peak of 12 months' }).click();
    await form.getByLabel('Price per kW and month').fill('8.9');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL((url) => url.searchParams.has('contract'));
    const id = new URL(page.url()).searchParams.get('contract');
    expect(await product.callAs(page, 'GET', `/api/energy/contracts/${id}`)).toMatchObject({
      parts: [
        {
          energy: {
            periods: [
              { days: [1, 2, 3, 4, 5], pricePerKwh: 0.3 },
              { from: '00:00', to: '24:00' },
            ],
          },
          demand: { basis: 'ratchet', ratchetShare: 0.8, pricePerKw: 8.9 },
        },
      ],
    });

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL((url) => !url.searchParams.has('contract'));
  });

  it('an engineer adds a budget of a year, sees that its month will be missed, and compares areas', async () => {
    const page = await product.visit('/energy/targets');
    await page.getByRole('button', { name: 'New budget' }).click();
    const form = page.getByRole('dialog', { name: 'New budget' });
    await form.getByRole('textbox', { name: 'Area', exact: true }).click();
    await page.getByRole('option', { name: /Floor 2$/ }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(form.getByText('Fill in this field.').first());
    await form.getByLabel('Per year').fill('0.1');
    expect(await form.getByLabel('January').inputValue()).toBe('0.009 kWh');
    expect(await form.getByLabel('December').inputValue()).toBe('0.008 kWh');
    await form.getByLabel('December').fill('1');
    expect(await form.getByLabel('Per year').inputValue()).toBe('1.092 kWh');
    await form.getByLabel('December').fill('0.008');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.waitForURL((url) => url.searchParams.has('budget'));
    await sees(page.getByText(/kWh over the budget$/));
    await sees(page.getByRole('figure'));
    await page.getByRole('radio', { name: 'Chart' }).press('ArrowRight');
    await sees(page.getByRole('row').filter({ hasText: 'December' }).getByText('0.008 kWh'));
    const { areas } = (await product.callAs(page, 'GET', '/api/energy/areas')) as { areas: { id: number }[] };
    const described = { floorAreaM2: 100, use: 'Office', referenceKwhPerM2: 90, builtYear: 1998 };
    await product.callAs(page, 'PUT', '/api/energy/areas', {
      areas: areas.map(({ id }, index) => ({ id, ...(index === 0 && described) })),
    });
    await visit(page, '/energy/targets');
    const office = page.getByRole('row').filter({ hasText: 'Office' });
    await sees(office.getByText('90 kWh/m²'));
    await sees(office.getByRole('cell', { name: '1998', exact: true }));
    await sees(page.getByText(/^Will be missed: /).first());
  });

  it('the energy page explains a figure by its meters and readings', async () => {
    const page = await openEnergy();
    await page.getByRole('button', { name: 'Earlier' }).click();
    await page.getByText('Table', { exact: true }).click();
    await sees(figures(page).first());
    await page.getByRole('table').getByRole('button').first().click();
    const explanation = page.getByRole('dialog');
    await explanation
      .getByText(/^\d+ readings$/)
      .first()
      .click();
    await sees(explanation.getByRole('row').first());
    const total = await explanation
      .getByText(/^[\d.,]+ kWh$/)
      .first()
      .textContent();
    expect(await figures(page).first().textContent()).toBe(total);

    const readings = explanation.getByTitle(/^Correct the reading of /);
    const count = await readings.count();
    await readings.nth(1).click();
    const form = page.getByRole('dialog').filter({ hasText: 'False until' });
    await form.getByLabel('Reason').fill('A test of the meter');
    await form.getByRole('button', { name: 'Correct', exact: true }).click();
    await sees(explanation.getByText(/ is false\. admin: A test of the meter$/));
    await readings.nth(count - 1).waitFor({ state: 'detached' });
    expect(await readings.count()).toBe(count - 1);
    await explanation.getByRole('button', { name: 'Undo' }).click();
    await page
      .getByRole('dialog', { name: 'Undo the correction' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await explanation.getByText('A test of the meter').waitFor({ state: 'detached' });
    await sees(explanation.getByText(total ?? '', { exact: true }).first());
    await sees(readings.nth(count - 1));
    expect(await readings.count()).toBe(count);
  });

  it('the costs of an area say that no price is set, and are added up once there is one', async () => {
    const page = await openEnergy();
    await product.callAs(page, 'PUT', '/api/configs', { tariffs: {} });
    await visit(page, '/energy?metric=cost&area=2&unit=month&type=cooling');
    await sees(page.getByText('Floor 1 has no meter of this energy type: Cooling.'));
    await visit(page, '/energy?metric=cost');
    await sees(page.getByText('No price is set for this energy type in this period: Electricity.'));
    const tariffs = { electricity: { currency: 'EUR', default: 0.25 } };
    await product.callAs(page, 'PUT', '/api/configs', { tariffs });
    await visit(page, '/');
    await sees(page.getByText(/^Cost: [\d.,]+ EUR$/));
    await visit(page, '/energy?metric=cost');
    await page.getByRole('button', { name: 'Earlier' }).click();
    const costs = page.getByRole('cell', { name: /^[\d.,]+ EUR$/ });
    await page.getByText('Table', { exact: true }).click();
    await sees(costs.nth(23));
    const amounts = await costs.allTextContents();
    const sum = amounts.reduce((total, text) => total + Number(text.replace(/[^\d.]/g, '')), 0);
    const total = page.locator('div:has(> h2:text-is("Total"))');
    const shown = await total.locator('p').first().textContent();
    expect(Number(shown?.replace(/[^\d.]/g, ''))).toBeCloseTo(sum, 1);
  });

  it('the chart of the energy page shows the figures under the pointer, explains them, and hides a series', async () => {
    const page = await openEnergy();
    await page.getByRole('button', { name: 'Earlier' }).click();
    const chart = page.getByRole('figure');
    // The chart is drawn again when figures arrive, and then forgets the pointer.
    const pointAt = async () => {
      await page.mouse.move(0, 0);
      await chart.hover();
      return page.locator('span').getByText('Coverage', { exact: true }).isVisible();
    };
    await waitFor(pointAt, { timeoutMs: 60_000, what: 'the figures under the pointer' });
    const explanation = page.getByRole('dialog');
    // A click is lost if the chart is drawn again before the button is released.
    const explain = () =>
      chart
        .click({ timeout: 5_000 })
        .then(() => explanation.waitFor({ timeout: 5_000 }))
        .then(
          () => true,
          () => explanation.isVisible(),
        );
    await waitFor(explain, { timeoutMs: 60_000, what: 'the explanation of the clicked figure' });
    await sees(explanation.getByText(/^\d+ readings$/).first());
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const drawn = () => page.evaluate("document.querySelector('figure canvas').toDataURL()");
    const all = await drawn();
    const before = page.getByRole('button', { name: 'Day before' });
    await before.click();
    await sees(before.and(page.locator('[aria-pressed=false]')));
    await waitFor(async () => (await drawn()) !== all, { what: 'the chart without the series' });
    await before.click();
    await sees(before.and(page.locator('[aria-pressed=true]')));
    await waitFor(async () => (await drawn()) === all, { what: 'the chart with all series' });
  });

  it('the energy page imports readings of a CSV file after a preview, and undoes the import', async () => {
    const page = await openEnergy();
    await page.getByRole('button', { name: 'Import readings' }).click();
    const drawer = page.getByRole('dialog', { name: 'Imports of readings' });
    await drawer.getByRole('button', { name: 'Check the file' }).click();
    await sees(drawer.getByText('Choose the meter that the readings belong to.'));
    await drawer.getByRole('textbox', { name: 'Meter' }).fill('BLDG.WATER');
    await page.getByRole('option', { name: 'BLDG.WATER.VOLUME' }).click();
    const lines = ['timestamp;value', '2024-01-01T00:00:00Z;10,5', '2024-01-01T01:00:00Z;11', 'yesterday;12'];
    await page.locator('input[type=file]').setInputFiles({
      name: 'water.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    });
    await drawer.getByText('Comma: 12,5').click();
    await drawer.getByRole('button', { name: 'Check the file' }).click();
    await sees(drawer.getByText(/^Line 4: /));
    await drawer.getByRole('button', { name: 'Import 2 readings' }).click();
    const row = drawer.getByRole('row').filter({ hasText: 'BLDG.WATER.VOLUME' });
    await sees(row.getByText('Imported', { exact: true }));
    await row.getByRole('button', { name: 'Undo the import of BLDG.WATER.VOLUME' }).click();
    await page.getByRole('dialog', { name: /^Undo/ }).getByRole('button', { name: 'Undo' }).click();
    await sees(row.getByText('Undone'));
  });

  it('an engineer adds an area with a meter, moves it, and deletes it', async () => {
    const page = await product.visit('/energy/areas');
    const rows = page.getByRole('row');
    await sees(rows.filter({ hasText: 'Floor 3' }));
    await page.getByRole('button', { name: 'New area' }).click();
    const form = page.getByRole('dialog', { name: 'New area' });
    await form.getByRole('button', { name: 'Add a meter' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(form.getByText('Fill in this field.').first());
    await form.getByLabel('Name').fill('Roof');
    await form.getByRole('textbox', { name: 'Inside' }).click();
    await page.getByRole('option', { name: 'Demonstration building', exact: true }).click();
    await form.getByLabel('Warning from').fill('12');
    await form.getByLabel('Over the limit from').fill('10');
    // A meter of another area has the same settings here.
    await form.getByLabel('Point code').fill('F3.ELEC.POWER');
    await sees(form.getByText(/^Also a meter of Floor 3\./));
    expect(await form.getByRole('textbox', { name: 'The point reports' }).inputValue()).toBe('Power');
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(form.getByText('The warning must not be higher than the limit.'));
    await form.getByLabel('Over the limit from').fill('15');
    await form.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText('The area was added.'));
    const roof = rows.filter({ hasText: 'Roof' });
    await sees(roof.getByText('12 kW / 15 kW'));

    await page.getByRole('button', { name: 'Move Roof up' }).click();
    await sees(page.locator('tr:has-text("Roof") + tr:has-text("Floor 3")'));
    await roof.getByRole('button', { name: 'Roof', exact: true }).click();
    const edited = page.getByRole('dialog', { name: 'Edit Roof' });
    await edited.getByLabel('Name').fill('Roof terrace');
    await edited.getByRole('button', { name: 'Remove meter 1' }).click();
    await edited.getByRole('button', { name: 'Save' }).click();
    await sees(rows.filter({ hasText: 'Roof terrace' }).getByText('no meters'));

    await page.getByRole('button', { name: 'Delete Roof terrace' }).click();
    await page
      .getByRole('dialog', { name: 'Delete Roof terrace?' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await rows.filter({ hasText: 'Roof' }).waitFor({ state: 'detached' });
    await sees(rows.filter({ hasText: 'Floor 3' }));
  });

  it('a large tree of areas is folded and searched, and its table and list grow while a person scrolls', async () => {
    const page = await product.visit('/energy/areas');
    const AREAS = '/api/energy/areas';
    interface Area {
      id: number;
      parentId: number | null;
    }
    const { areas } = (await product.callAs(page, 'GET', AREAS)) as { areas: Area[] };
    const kept = areas.map(({ id }) => ({ id }));
    const floor = areas.find(({ parentId }) => parentId !== null)?.id;
    const rooms = Array.from({ length: 120 }, (_, index) => ({
      name: `Room ${100 + index}`,
      parentId: floor,
    }));
    await product.callAs(page, 'PUT', AREAS, { areas: [...kept, ...rooms] });
    try {
      await visit(page, '/energy/areas');
      const rows = page.getByRole('row').filter({ hasText: /^Room \d{3}/ });
      const toggle = page.getByRole('button', { name: 'Areas inside Floor 1' });
      await sees(toggle);
      expect(await rows.count()).toBe(0);
      await toggle.press('Enter');
      await sees(rows.first());
      expect(await rows.count()).toBeLessThan(120);
      await page.keyboard.press('End');
      await sees(rows.filter({ hasText: 'Room 219' }));
      await page.getByLabel('Search areas').fill('room 16');
      await rows.filter({ hasText: 'Room 159' }).waitFor({ state: 'detached' });
      expect(await rows.count()).toBe(10);
      await page.getByLabel('Search areas').fill('basement');
      await sees(page.getByText('No area has this name.'));

      await visit(page, `/energy?area=${floor}`);
      const list = page.getByRole('region', { name: 'Areas' });
      const listed = list.getByRole('listitem');
      await sees(listed.filter({ hasText: 'Room' }).first());
      expect(await listed.count()).toBe(50);
      await listed.last().scrollIntoViewIfNeeded();
      await waitFor(async () => (await listed.count()) > 50, { what: 'more areas' });
      await list.getByLabel('Search areas').fill('room 101');
      await list.getByRole('button', { name: /^Room 101/ }).click();
      await page.waitForURL(/area=\d+/);
      await sees(page.getByText('Room 101 has no meter', { exact: false }));
    } finally {
      await product.callAs(page, 'PUT', AREAS, { areas: kept });
    }
  });
});
