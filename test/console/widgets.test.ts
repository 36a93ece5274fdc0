// Runs in the full check only: npm test has the pages that are used most.
import type { Locator, Page } from 'playwright-core';
import { describeInBrowser, sees } from './browser';
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

const editorOf = (page: Page) => page.getByRole('region', { name: 'Dashboard', exact: true });

const placeOf = ({ layoutX, layoutY, layoutW, layoutH }: Widget) => [layoutX, layoutY, layoutW, layoutH];

async function add(page: Page, title: string, fill: (dialog: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Add widget' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add widget' });
  await fill(dialog);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await sees(page.getByRole('region', { name: new RegExp(`^${title}: `) }));
}

async function addNote(page: Page, title: string): Promise<void> {
  await add(page, title, async (dialog) => {
    await dialog.getByRole('textbox', { name: 'Content' }).click();
    await page.getByRole('option', { name: 'Note' }).click();
    await dialog.getByRole('textbox', { name: 'Text' }).fill('The lift is out of order.');
  });
}

async function remove(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Arrange ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete widget' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('region', { name: new RegExp(`^${title}: `) }).waitFor({ state: 'detached' });
}

describeInBrowser('the widgets of the overview', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openOverview(): Promise<Page> {
    const page = await product.visit('/');
    await sees(page.getByRole('button', { name: 'Arrange widgets' }));
    return page;
  }

  const stored = async (page: Page) => (await product.callAs(page, 'GET', '/api/dashboard')) as Widget[];

  it('widgets are added, arranged by the keyboard, and saved together', async () => {
    const page = await openOverview();
    await product.deleteAll(page, '/api/dashboard');
    await page.reload();
    await page.getByRole('button', { name: 'Arrange widgets' }).click();
    await add(page, 'Site', async () => {});
    await addNote(page, 'Lift');
    await page.getByRole('button', { name: 'Arrange Lift' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Wider' }).press('Enter');
    await page.keyboard.press('Escape');
    await sees(page.getByRole('region', { name: 'Lift: column 1, row 1, 5 columns wide, 3 rows high' }));
    await sees(page.getByText('Not saved yet'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await sees(page.getByRole('button', { name: 'Arrange widgets' }));
    const places = Object.fromEntries((await stored(page)).map((one) => [one.config.title, placeOf(one)]));
    expect(places).toEqual({ Lift: [0, 0, 5, 3], Site: [0, 3, 6, 4] });
    await sees(editorOf(page).getByText('The lift is out of order.'));
    await sees(editorOf(page).getByRole('figure'));

    await page.getByRole('button', { name: 'Arrange widgets' }).click();
    await remove(page, 'Lift');
    await remove(page, 'Site');
    expect(await stored(page)).toEqual([]);
  });

  it('widgets are dragged with the mouse, and nothing is saved after a failure or a cancellation', async () => {
    const page = await openOverview();
    await page.getByRole('button', { name: 'Arrange widgets' }).click();
    await addNote(page, 'Notice');
    const handle = page.getByRole('region', { name: /^Notice: / }).getByText('Notice', { exact: true });
    const from = await handle.boundingBox();
    await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((from?.x ?? 0) + 320, (from?.y ?? 0) + 12, { steps: 8 });
    await page.mouse.up();
    const moved = page.getByRole('region', { name: /^Notice: column [2-9]/ });
    await sees(moved);
    await page.route('**/api/dashboard/settings', (route) =>
      route.fulfill({ status: 500, json: { error: 'The disk is full.' } }),
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
    await sees(page.getByRole('button', { name: 'Arrange widgets' }));
    expect((await stored(page)).map(({ layoutX }) => layoutX)).toEqual([0]);

    await page.getByRole('button', { name: 'Arrange widgets' }).click();
    await remove(page, 'Notice');
  });
});
