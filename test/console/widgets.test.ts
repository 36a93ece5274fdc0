// Runs in the full check only: npm test has the pages that are used most.
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../harness';
import { describeInBrowser, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

interface Widget {
  id: string;
  config: { title?: string; public?: boolean };
  layoutX: number;
  layoutY: number;
  layoutW: number;
  layoutH: number;
}

const TURN_MS = 10_000;

const editorOf = (page: Page) => page.getByRole('region', { name: 'Dashboard', exact: true });

const arrange = (page: Page) => page.getByRole('button', { name: 'Arrange widgets' });

async function saveAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await sees(arrange(page));
}

const placeOf = ({ layoutX, layoutY, layoutW, layoutH }: Widget) => [layoutX, layoutY, layoutW, layoutH];

async function add(page: Page, title: string, fill: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Add widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add widget' });
  await fill(dialog);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await sees(page.getByRole('region', { name: new RegExp(`^${title}: `) }));
}

async function choose(page: Page, dialog: Locator, content: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Content' }).click();
  await page.getByRole('option', { name: content, exact: true }).click();
}

async function addNote(page: Page, title: string): Promise<void> {
  await add(page, title, async (dialog) => {
    await choose(page, dialog, 'Note');
    await dialog.getByRole('textbox', { name: 'Text' }).fill('The lift is out of order.');
  });
}

const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0;

/** The number of rows that are only partly inside the panel. */
async function rowsCutOff(panel: Locator): Promise<number> {
  const outer = await panel.boundingBox();
  const rows = await Promise.all((await panel.getByRole('listitem').all()).map((row) => row.boundingBox()));
  return rows.filter(
    (row) =>
      row &&
      outer &&
      row.x < outer.x + outer.width &&
      row.y < outer.y + outer.height &&
      row.y + row.height > outer.y + outer.height,
  ).length;
}

async function remove(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Arrange ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete widget' }).click();
  await page.getByRole('region', { name: new RegExp(`^${title}: `) }).waitFor({ state: 'detached' });
}

describeInBrowser('the widgets of dashboards', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  const stored = async (page: Page) => (await product.callAs(page, 'GET', '/api/dashboard')) as Widget[];

  it('widgets are added, arranged by the keyboard, and saved together', async () => {
    const page = await product.visit('/profile');
    await product.deleteAll(page, '/api/dashboard');
    await visit(page, '/');
    await page.getByRole('link', { name: 'Arrange widgets' }).click();
    await add(page, 'Site', async () => {});
    await addNote(page, 'Lift');
    await page.getByRole('button', { name: 'Arrange Lift' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Wider' }).press('Enter');
    await page.keyboard.press('Escape');
    await sees(page.getByRole('region', { name: 'Lift: column 1, row 1, 5 columns wide, 3 rows high' }));
    await sees(page.getByText('Not saved yet'));
    expect(await stored(page)).toEqual([]);
    await saveAll(page);
    const places = Object.fromEntries((await stored(page)).map((one) => [one.config.title, placeOf(one)]));
    expect(places).toEqual({ Lift: [0, 0, 5, 3], Site: [0, 3, 6, 4] });
    await sees(editorOf(page).getByText('The lift is out of order.'));
    await sees(editorOf(page).getByRole('figure'));

    await arrange(page).click();
    await remove(page, 'Lift');
    await remove(page, 'Site');
    await saveAll(page);
    expect(await stored(page)).toEqual([]);
  });

  it('widgets stay as they were after a failure or a cancellation', async () => {
    const page = await product.visit('/dashboards/1?edit=true');
    await addNote(page, 'Notice');
    const handle = page.getByRole('region', { name: /^Notice: / }).getByText('Notice', { exact: true });
    const from = await handle.boundingBox();
    await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((from?.x ?? 0) + 320, (from?.y ?? 0) + 12, { steps: 8 });
    await page.mouse.up();
    const moved = page.getByRole('region', { name: /^Notice: column [2-9]/ });
    await sees(moved);
    await page.route('**/api/dashboards/1', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 500, json: { error: 'The disk is full.' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await sees(page.getByText('The server has made an error. Try again.', { exact: false }));
    await sees(moved);
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Cancel' }).last().click();
    await question.waitFor({ state: 'detached' });
    await sees(moved);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await sees(arrange(page));
    expect(await stored(page)).toEqual([]);
  });

  it('widgets of a personal dashboard are seen only by their owner, also on a wall screen', async () => {
    const page = await product.visit('/dashboards');
    await page.getByRole('button', { name: 'New dashboard' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Plant room');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await sees(page.getByRole('heading', { name: 'Plant room' }));
    await add(page, 'Outside', async (dialog) => {
      await choose(page, dialog, 'Single value');
      await dialog.getByLabel('Point').fill('BLDG.OUTSIDE.TEMP');
      await dialog.getByLabel('Lowest value of the gauge').fill('-20');
      await dialog.getByLabel('Highest value of the gauge').fill('40');
    });
    await add(page, 'Floors', (dialog) => choose(page, dialog, 'Areas today'));
    await add(page, 'Jobs', (dialog) => choose(page, dialog, 'Work orders'));
    await add(page, 'Month', async (dialog) => {
      await choose(page, dialog, 'Energy analysis');
      await dialog.getByRole('textbox', { name: 'Analysis' }).click();
      await page.getByRole('option', { name: 'Load duration curve of 30 days' }).click();
    });
    await add(page, 'Manual', async (dialog) => {
      await choose(page, dialog, 'Link');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await sees(dialog.getByText('Enter an address that begins with https:// or http://.'));
      await dialog.getByLabel('Address').fill('https://example.com/manual');
    });
    await saveAll(page);
    await arrange(page).click();
    await page.getByRole('button', { name: 'Arrange Manual' }).click();
    await page.getByRole('menuitem', { name: 'Widget settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Widget settings' });
    expect(await settings.getByLabel('Address').inputValue()).toBe('https://example.com/manual');
    await settings.getByLabel('Address').fill('https://example.com/manual/2');
    await settings.getByRole('button', { name: 'Apply' }).click();
    await saveAll(page);
    const shown = async () => {
      await sees(page.getByRole('figure', { name: /^Outside temperature: .*°C$/ }));
      await sees(editorOf(page).getByText('Floor 2'));
      await sees(page.getByRole('link', { name: 'https://example.com/manual/2' }));
      await sees(page.getByRole('figure', { name: /^The power that was reached or exceeded/ }));
    };
    await shown();
    await page.getByRole('link', { name: 'Wall screen' }).click();
    await sees(page.getByRole('link', { name: 'Back' }));
    await shown();
    await sees(page.getByText(/^\d+:\d\d.* UTC$/));
    const gauge = page.getByRole('figure', { name: /^Outside temperature: / }).getByText('°C');
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await rowsCutOff(page.getByRole('region', { name: 'Floors' }))).toBe(0);
    const small = await heightOf(gauge);
    await page.setViewportSize({ width: 1920, height: 1600 });
    await waitFor(async () => (await heightOf(gauge)) > 2 * small, { what: 'a larger gauge' });

    const path = new URL(page.url()).searchParams.get('boards');
    const [id] = JSON.parse(path ?? '[]') as number[];
    const uma = { username: 'uma', email: 'uma@example.org', password: 'two grey foxes', role: 'viewer' };
    await product.callAs(page, 'POST', '/api/users', uma);
    const viewer = await product.openSignedIn('/dashboards', { user: uma });
    await sees(viewer.getByRole('row').filter({ hasText: 'Overview' }));
    expect(await viewer.getByText('Plant room').count()).toBe(0);
    await product.callAs(page, 'PUT', `/api/dashboards/${id}`, { role: 'viewer' });
    await visit(viewer, '/dashboards');
    await viewer.getByText('Plant room').click();
    await sees(viewer.getByText('Floor 2'));
    expect(await arrange(viewer).count()).toBe(0);

    // The personal dashboard has the first turn.
    await page.clock.install({ time: Math.ceil(Date.now() / (2 * TURN_MS)) * 2 * TURN_MS });
    await page.goto(`/kiosk?boards=[${id},1]&rotate=${TURN_MS / 1000}`);
    const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
    await sees(heading('Plant room'));
    await page.clock.fastForward(TURN_MS);
    await sees(heading('Overview'));
    await page.clock.fastForward(TURN_MS);
    await sees(heading('Plant room'));
  });
});
