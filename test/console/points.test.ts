// Runs in the full check only: it takes minutes in a browser.
import type { Page } from 'playwright-core';
import { waitFor } from '../harness';
import { describeInBrowser, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const SETPOINT = { name: 'Air handler 1, supply air setpoint', code: 'AHU1.SUPPLY.TEMP_SP' };

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

const codesShown = (page: Page) => page.getByRole('row').getByText(/^[A-Z0-9]+\.[A-Z0-9._]+$/);

async function openPoint(page: Page, name: string) {
  await page.getByRole('button', { name }).click();
  const details = page.getByRole('dialog', { name: 'Point', exact: true });
  await sees(details.getByRole('heading', { name, level: 2 }));
  return details;
}

describeInBrowser('the points', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openPoints(search = ''): Promise<Page> {
    const page = await product.visit(`/points${search}`);
    await sees(page.getByRole('heading', { name: 'Points', exact: true }));
    return page;
  }

  async function valueOf(page: Page, code: string): Promise<unknown> {
    const body = { codes: [code] };
    const [point] = (await product.callAs(page, 'POST', '/api/iot/codes/values', body)) as {
      value: unknown;
    }[];
    return point?.value;
  }

  it('points are found by a word and by their object, and show the values that others write', async () => {
    const page = await openPoints();
    await sees(page.getByText('Live', { exact: true }));
    await sees(rowOf(page, 'Outside temperature'));
    await page.getByLabel('Search by name or code').fill('setpoint');
    await rowOf(page, 'Outside temperature').waitFor({ state: 'detached' });
    const row = rowOf(page, SETPOINT.name);
    await sees(row.getByText('Good', { exact: true }));
    expect(await codesShown(page).allTextContents()).toEqual([SETPOINT.code]);
    await product.callAs(page, 'POST', '/api/iot/codes/set', { code: SETPOINT.code, value: 19.5 });
    await sees(row.getByText('19.5 °C'));

    await page.getByLabel('Search by name or code').fill('');
    await page.getByRole('textbox', { name: 'Object' }).click();
    await page.getByRole('option', { name: 'Main incomer' }).click();
    await page.waitForURL(/object=\d+/);
    await sees(rowOf(page, 'Outside temperature'));
    await rowOf(page, SETPOINT.name).waitFor({ state: 'detached' });
  });

  it('a point is set to a value, and the list of writes contains this write', async () => {
    const page = await openPoints('?text=setpoint');
    const details = await openPoint(page, SETPOINT.name);
    await details.getByRole('button', { name: 'Set value' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set value' });
    await dialog.getByLabel('New value').fill('');
    await dialog.getByRole('button', { name: 'Set value' }).click();
    await sees(dialog.getByText('Enter a number.'));
    await dialog.getByLabel('New value').fill('20.5');
    await dialog.getByRole('button', { name: 'Set to 20.5 °C' }).click();
    await sees(details.getByText('20.5 °C').first());
    await sees(details.getByRole('table', { name: 'Recent writes' }).getByText('Written').first());
    expect(await valueOf(page, SETPOINT.code)).toBe(20.5);
  });

  it('a point that its gateway does not write cannot be set', async () => {
    const page = await openPoints('?text=outside');
    const isReadOnly = async () => {
      const [point] = (await product.callAs(page, 'GET', '/api/points?codes=BLDG.OUTSIDE.TEMP')) as {
        writable: boolean | null;
      }[];
      return point?.writable === false;
    };
    await waitFor(isReadOnly, { what: 'the list of the points of the gateway' });
    const details = await openPoint(page, 'Outside temperature');
    await sees(details.getByText('The gateway accepts no values for this point.'));
    expect(await details.getByRole('button', { name: 'Set value' }).count()).toBe(0);
  });

  it('a point is forced to a value with a reason until an operator releases it', async () => {
    const page = await openPoints('?text=setpoint');
    const details = await openPoint(page, SETPOINT.name);
    await details.getByRole('button', { name: 'Force value' }).click();
    const dialog = page.getByRole('dialog', { name: 'Force value' });
    await dialog.getByLabel('New value').fill('23');
    await dialog.getByRole('button', { name: 'Force to 23 °C' }).click();
    await sees(dialog.getByText('Say why, so that the next shift knows.'));
    await dialog.getByLabel('Reason').fill('The valve is being repaired.');
    await dialog.getByRole('button', { name: 'Force to 23 °C' }).click();
    await sees(details.getByText('The valve is being repaired.').first());
    expect(await valueOf(page, SETPOINT.code)).toBe(23);

    await page.keyboard.press('Escape');
    await page.getByText('Overrides in force (1)').click();
    const override = rowOf(page, SETPOINT.code);
    await sees(override.getByText('The valve is being repaired.'));
    await sees(override.getByText(SETPOINT.name, { exact: true }));
    await page.getByRole('button', { name: `Release ${SETPOINT.code}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
    await sees(page.getByText('No point is overridden.', { exact: false }));
    await page.getByText('Recent writes', { exact: true }).click();
    const release = rowOf(page, SETPOINT.code).filter({ hasText: 'Released' });
    await sees(release.getByText(SETPOINT.name, { exact: true }));
  });

  it('points show their history as a trend, and as a table with the minimum and maximum values', async () => {
    const page = await openPoints('?text=outside');
    const details = await openPoint(page, 'Outside temperature');
    await sees(details.getByRole('figure', { name: /^The values of Outside temperature/ }));
    await details.getByText('7 days', { exact: true }).click();
    await details.getByText('Table', { exact: true }).click();
    await sees(details.getByRole('columnheader', { name: 'Highest' }));
    await sees(details.getByText('The newest 100 values of this period.'));
  });

  it('an engineer takes three points from the gateway by the keyboard, and sees their values', async () => {
    const page = await openPoints();
    await page.getByRole('button', { name: 'Add points' }).click();
    const drawer = page.getByRole('dialog', { name: 'Add points' });
    await drawer.getByRole('textbox', { name: 'Object' }).click();
    await page.getByRole('option', { name: 'Air handler 1' }).click();
    await drawer.getByRole('textbox', { name: /^Search by any part/ }).fill('zone.rh');
    const first = drawer.getByRole('checkbox', { name: 'Floor 1 east, relative humidity' });
    await drawer.getByText('AHU1.FAN.CMD').waitFor({ state: 'detached' });
    await drawer.getByRole('button', { name: 'Add 0 points' }).click();
    await sees(drawer.getByText('Choose at least one point.'));
    await first.focus();
    for (const key of ['Space', 'Tab', 'Space', 'Tab', 'Space']) await page.keyboard.press(key);
    await drawer.getByRole('button', { name: 'Add 3 points' }).click();
    await sees(page.getByText('Points added: 3.'));
    await page.getByLabel('Search by name or code').fill('humidity');
    const rows = page.getByRole('row').filter({ hasText: '.ZONE.RH' });
    await sees(rows.filter({ hasText: /\d %/ }).nth(2));
    expect(await rows.count()).toBe(3);
    await page.getByRole('button', { name: 'Add points' }).click();
    await drawer.getByRole('textbox', { name: /^Search by any part/ }).fill('zone.rh');
    await drawer.getByText('AHU1.FAN.CMD').waitFor({ state: 'detached' });
    await sees(drawer.getByText('Already added').nth(2));
    await sees(first.and(page.locator(':disabled')));
  });

  it('Escape closes only the topmost dialog, and asks before the input of a nested form is lost', async () => {
    const page = await openPoints('?text=setpoint');
    const details = await openPoint(page, SETPOINT.name);
    await details.getByRole('button', { name: 'Delete' }).click();
    const deletion = page.getByRole('dialog', { name: `Delete ${SETPOINT.name}?` });
    await sees(deletion);
    await page.keyboard.press('Escape');
    await deletion.waitFor({ state: 'detached' });
    await details.getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit the point' });
    await form.getByLabel('Unit').fill('K');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await sees(question);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await form.getByLabel('Unit').inputValue()).toBe('K');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave' }).click();
    await form.waitFor({ state: 'detached' });
    await sees(details);
    await page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
  });

  it('an engineer adds an object and a point by hand, changes both and deletes them', async () => {
    const page = await openPoints();
    await page.getByRole('link', { name: 'Objects' }).click();
    await page.getByRole('button', { name: 'Add an object' }).click();
    const adding = page.getByRole('dialog', { name: 'Add an object' });
    await adding.getByRole('button', { name: 'Save' }).click();
    await sees(adding.getByText('Fill in this field.').nth(2));
    await adding.getByLabel('Name', { exact: false }).first().fill('Boiler 1');
    await adding.getByLabel('Code').fill('AHU1');
    await adding.getByRole('textbox', { name: 'Model', exact: true }).click();
    await page.getByRole('option').first().click();
    await adding.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText('Another record has this code. Choose another one.'));
    await adding.getByLabel('Code').fill('BOILER1');
    await adding.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText('The object was created.'));

    await page.getByLabel('Search by name or code').fill('boiler');
    await page.getByRole('button', { name: 'Boiler 1' }).click();
    const object = page.getByRole('dialog', { name: 'Object', exact: true });
    await object.getByLabel('Description').fill('In the basement.');
    await page.keyboard.press('Escape');
    const unsaved = page.getByRole('dialog', { name: 'Leave without saving?' });
    await unsaved.getByRole('button', { name: 'Cancel' }).last().click();
    await unsaved.waitFor({ state: 'detached' });
    await object.getByRole('button', { name: 'Save' }).click();
    await sees(page.getByText('Saved.', { exact: true }));
    await object.getByRole('link', { name: 'Points' }).click();
    await sees(page.getByText('No points match.', { exact: false }));

    await page.getByRole('button', { name: 'New point' }).click();
    const form = page.getByRole('dialog', { name: 'New point' });
    expect(await form.getByRole('textbox', { name: 'Object' }).inputValue()).toBe('Boiler 1');
    await form.getByLabel('Name').fill('Boiler 1, flow temperature');
    await form.getByLabel('Code').fill('AHU1.FILTER.PRESSURE');
    await form.getByLabel('Unit').fill('°C');
    await form.getByLabel('Data type').fill('num');
    await page.getByRole('option', { name: 'number' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    const details = page.getByRole('dialog', { name: 'Point', exact: true });
    await details.getByRole('button', { name: 'Edit' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit the point' });
    await editing.getByLabel('Unit').fill('Pa');
    await editing.getByLabel('Name').fill('Filter, pressure drop');
    await editing.getByRole('button', { name: 'Save' }).click();
    await sees(details.getByRole('heading', { name: 'Filter, pressure drop' }));
    await sees(details.getByText(/^[\d.,]+ Pa$/).first());
    await details.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Filter, pressure drop?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await sees(page.getByText('No points match.', { exact: false }));

    await visit(page, '/points/objects?text=boiler');
    await page.getByRole('button', { name: 'Boiler 1' }).click();
    expect(await object.getByLabel('Description').inputValue()).toBe('In the basement.');
    await object.getByRole('button', { name: 'Delete' }).click();
    const last = page.getByRole('dialog', { name: 'Delete Boiler 1?' });
    await last.getByRole('button', { name: 'Delete' }).click();
    await sees(page.getByText('No objects match.', { exact: false }));
  });
});
