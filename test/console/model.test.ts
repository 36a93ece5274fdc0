import type { Page } from 'playwright-core';
import { describeInBrowser, sees, violationsOn } from './browser';
import { aGlb, NO_MODELS } from '../factories/models';
import { ConsoleProduct } from './console-product';

jest.setTimeout(120_000);

const ZONE = 'Floor 2 east';

const listOf = (page: Page) => page.getByRole('region', { name: 'Objects and lights' });

const pointsOf = (page: Page, name: string) => page.getByRole('list', { name: `Points of ${name}` });

/** The mark over the model, in its place. */
function markOf(page: Page, name: string) {
  return page.locator('button[aria-pressed]').filter({ hasText: name });
}

/** A file for a form. */
const glb = (name: string, ...nodes: string[]) => ({
  name,
  mimeType: 'model/gltf-binary',
  buffer: aGlb({ nodes }),
});

const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

describeInBrowser('the model', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openModel(options = {}): Promise<Page> {
    const page = await product.openSignedIn('/model', options);
    await sees(page.getByRole('heading', { name: 'Model', exact: true }));
    return page;
  }

  it('the model page shows the points of an object that is clicked in the model or in the list', async () => {
    const page = await openModel({ viewport: { width: 1600, height: 1000 } });
    await sees(markOf(page, ZONE).getByText(/^[\d.]+ °C$/));
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('canvas').boundingBox()) ?? {};
    // A position on the east wall of the upper floor that no mark covers.
    const [left, top] = [x + width / 2 + height * 0.3, y + height * 0.3];
    expect(await page.evaluate(`document.elementFromPoint(${left}, ${top}).tagName`)).toBe('CANVAS');
    await page.mouse.click(left, top);
    const clicked = page.locator('button[aria-pressed=true]');
    await sees(clicked);
    const zone = /Floor \d (east|west)/.exec((await clicked.textContent()) ?? '')?.[0] ?? '';
    await sees(pointsOf(page, zone).getByText(/^[\d.]+ ppm$/));
    await listOf(page).getByRole('button', { name: 'Air handler 1' }).click();
    await pointsOf(page, zone).waitFor({ state: 'hidden' });
    await pointsOf(page, 'Air handler 1')
      .getByRole('link', { name: /supply air setpoint$/ })
      .click();
    await sees(page.getByRole('dialog').getByRole('heading', { name: 'Air handler 1, supply air setpoint' }));
  });

  it('the model shows new values without a reload', async () => {
    const page = await openModel();
    await sees(page.getByText('Live', { exact: true }));
    await sees(markOf(page, 'Air handler 1').getByText(/°C$/));
    await product.callAs(page, 'POST', '/api/iot/codes/set', { code: 'AHU1.SUPPLY.TEMP_SP', value: 17.25 });
    await sees(markOf(page, 'Air handler 1').getByText('17.25 °C'));
  });

  it('the model is turned and zoomed by the keyboard', async () => {
    const page = await openModel();
    await sees(markOf(page, 'Main incomer'));
    const styleOf = async () => JSON.stringify(await markOf(page, 'Main incomer').getAttribute('style'));
    const inPlace = (condition: string) =>
      sees(page.locator(`button[aria-pressed]${condition}`).filter({ hasText: 'Main incomer' }));
    const restingStyle = async () => {
      for (let last = ''; ;) {
        await page.evaluate(TWO_FRAMES);
        const style = await styleOf();
        if (style === last) return style;
        last = style;
      }
    };
    await page.getByRole('button', { name: /^Model of the building/ }).focus();
    await page.keyboard.press('Home');
    const first = await restingStyle();
    await page.keyboard.press('ArrowRight');
    await inPlace(`:not([style=${first}])`);
    const turned = await styleOf();
    await page.keyboard.press('+');
    await inPlace(`:not([style=${turned}])`);
    await page.keyboard.press('Home');
    await inPlace(`[style=${first}]`);
  });

  it('the model is replaced by a message and the list of objects if the browser cannot draw the model', async () => {
    const page = await openModel();
    await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null');
    await page.reload();
    await sees(page.getByText('This browser cannot draw the model', { exact: false }));
    await listOf(page).getByRole('button', { name: ZONE }).click();
    await sees(pointsOf(page, ZONE).getByText(/^[\d.]+ ppm$/));
  });

  it('the model page is accessible in both themes', async () => {
    const page = await openModel();
    await sees(markOf(page, ZONE).getByText(/°C$/));
    await listOf(page).getByRole('button', { name: ZONE }).click();
    await sees(pointsOf(page, ZONE).getByText(/^[\d.]+ ppm$/));
    expect(await violationsOn(page)).toEqual([]);
  });

  it('the models page uploads, shows, replaces and deletes a model', async () => {
    const page = await openModel();
    await page.getByRole('link', { name: 'Models' }).click();
    const rows = page.getByRole('row');
    const file = page.getByRole('dialog').locator('input[type=file]');

    await page.getByRole('button', { name: 'Upload a model' }).click();
    const form = page.getByRole('dialog', { name: 'Upload a model' });
    await form.getByRole('button', { name: 'Upload a model' }).click();
    await sees(form.getByText('Choose a file.', { exact: true }));
    await file.setInputFiles({ name: 'plant.glb', mimeType: 'model/gltf-binary', buffer: NO_MODELS.text });
    await form.getByRole('button', { name: 'Upload a model' }).click();
    await sees(page.getByRole('alert').filter({ hasText: /model/ }));
    await file.setInputFiles(glb('plant.glb', 'Pump'));
    expect(await form.getByLabel('Name').inputValue()).toBe('plant');
    await form.getByRole('button', { name: 'Upload a model' }).click();
    await sees(page.getByText('plant was uploaded.'));
    const plant = rows.filter({ hasText: 'plant.glb' });

    await plant.getByRole('button', { name: 'plant', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'plant' });
    await drawer.getByRole('button', { name: 'Show in the view' }).click();
    await sees(plant.getByText('Shown'));
    await file.setInputFiles(glb('plant-2.glb', 'Pump', 'Fan'));
    await drawer.getByRole('button', { name: 'Check the file' }).click();
    // The marks of the demonstration name nodes that this model has never had.
    await sees(drawer.getByText(/^Mark /).first());
    await drawer.getByRole('button', { name: 'Replace', exact: true }).click();
    await sees(page.getByText('The file was replaced.'));
    await sees(rows.filter({ hasText: 'plant-2.glb' }));
    await drawer.getByLabel('Version').fill('as built');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await sees(rows.filter({ hasText: 'as built' }));
    await drawer.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete plant?' }).getByRole('button', { name: 'Delete' }).click();
    await rows.filter({ hasText: 'plant-2.glb' }).waitFor({ state: 'detached' });
  });
});
