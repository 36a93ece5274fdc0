// Runs in the full check only: it draws in three dimensions without a graphics card.
import type { Page } from 'playwright-core';
import { waitFor } from '../harness';
import { chooseFound, describeInBrowser, sees, visit } from './browser';
import { aGlb, MODELS, NO_MODELS } from '../factories/models';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const ZONE = 'Floor 2 east';
const DESK = { width: 1600, height: 1000 };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const listOf = (page: Page) => page.getByRole('region', { name: 'Objects and lights' });

const pointsOf = (page: Page, name: string) => page.getByRole('list', { name: `Points of ${name}` });

/** The mark over the model, in its place. */
function markOf(page: Page, name: string) {
  return page.locator('button[data-shape]').filter({ hasText: name });
}

/** A file for a form. */
const glb = (name: string, ...nodes: string[]) => ({
  name,
  mimeType: 'model/gltf-binary',
  buffer: aGlb({ nodes }),
});

const aCsv = (text: string) => ({ name: 'points.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
const SCENE = '/api/dashboard-model';

interface Scene {
  modelId: number | null;
  camera: { position: object };
  ambientLight: object;
  hotspots: object[];
  labels: object[];
}

/** Clicks a position on the east wall of the upper floor that no mark covers. */
async function clickFreePlace(page: Page): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('canvas').boundingBox()) ?? {};
  const [left, top] = [x + width / 2 + height * 0.3, y + height * 0.3];
  expect(await page.evaluate(`document.elementFromPoint(${left}, ${top}).tagName`)).toBe('CANVAS');
  await page.mouse.click(left, top);
}

/** Charts still have their canvas. */
const WITHOUT_WEBGL = `(() => {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...options) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...options);
  };
})()`;
const TWO_FRAMES = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

describeInBrowser('the model', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openModel(): Promise<Page> {
    const page = await product.visit('/model');
    await sees(page.getByRole('heading', { name: 'Model', exact: true }));
    return page;
  }

  /** When the event stream opens, the model is read again, which restores the initial view. It never opens here. */
  async function openWithoutStream(): Promise<Page> {
    const page = await product.visit('/profile');
    await page.route('**/api/events/token', (route) => route.abort());
    await visit(page, '/model');
    return page;
  }

  it('the model page shows the points of an object that is clicked in the model or in the list', async () => {
    const page = await openModel();
    await page.setViewportSize(DESK);
    await sees(markOf(page, ZONE).getByText(/^[\d.]+ °C$/));
    await clickFreePlace(page);
    const clicked = page.locator('button[data-shape][aria-pressed=true]');
    await sees(clicked);
    const zone = /Floor \d (east|west)/.exec((await clicked.textContent()) ?? '')?.[0] ?? '';
    await sees(pointsOf(page, zone).getByText(/^[\d.,]+ ppm$/));
    await listOf(page).getByRole('button', { name: 'Air handler 1' }).click();
    await pointsOf(page, zone).waitFor({ state: 'hidden' });
    await pointsOf(page, 'Air handler 1')
      .getByRole('link', { name: /supply air setpoint$/ })
      .click();
    await sees(page.getByRole('dialog').getByRole('heading', { name: 'Air handler 1, supply air setpoint' }));
  });

  it('a browser that cannot draw the model shows the objects, whose points operators set, and viewers do not', async () => {
    const admin = await product.visit('/profile');
    const isReadOnly = async () => {
      const path = '/api/points?codes=AHU1.RETURN.TEMP';
      const [point] = (await product.callAs(admin, 'GET', path)) as { writable: boolean | null }[];
      return point?.writable === false;
    };
    await waitFor(isReadOnly, { what: 'the list of the points of the gateway' });
    const openAirHandler = async (username: string, role: string) => {
      const user = { username, email: `${username}@example.org`, password: 'seven grey herons' };
      await product.callAs(admin, 'POST', '/api/users', { ...user, role });
      const page = await product.openSignedIn('/api/health', { user, viewport: DESK });
      await page.addInitScript(WITHOUT_WEBGL);
      await page.goto('/model');
      await listOf(page).getByRole('button', { name: 'Air handler 1' }).click();
      await sees(listOf(page).getByRole('link', { name: 'Open in trends' }));
      return page;
    };
    const page = await openAirHandler('odile', 'operator');
    await sees(page.getByText('This browser cannot draw the model', { exact: false }));
    const points = pointsOf(page, 'Air handler 1');
    const setpoint = points.getByRole('group', { name: 'Air handler 1, supply air setpoint' });
    await setpoint.getByRole('button', { name: 'Set value' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set value' });
    await sees(dialog.getByText('Air handler 1, supply air setpoint'));
    await dialog.getByLabel('New value').fill('18.75');
    await dialog.getByRole('button', { name: 'Set to 18.75 °C' }).click();
    await dialog.waitFor({ state: 'detached' });
    await sees(points.getByText('18.75 °C'));
    expect(await points.getByRole('button', { name: 'Force value' }).count()).toBe(0);
    const measured = points.getByRole('group', { name: 'Air handler 1, return air temperature' });
    expect(await measured.count()).toBe(0);

    const other = await openAirHandler('vera', 'viewer');
    expect(await pointsOf(other, 'Air handler 1').getByRole('button').count()).toBe(0);
  });

  it('the model shows new values without a reload, and storeys open one by one, are seen from above, and follow the chosen object', async () => {
    const page = await openModel();
    await page.setViewportSize(DESK);
    await sees(page.getByText('Live', { exact: true }));
    await sees(markOf(page, 'Air handler 1').getByText(/°C$/));
    await product.callAs(page, 'POST', '/api/iot/codes/set', { code: 'AHU1.SUPPLY.TEMP_SP', value: 17.25 });
    await sees(markOf(page, 'Air handler 1').getByText('17.25 °C'));
    await page.getByRole('radiogroup', { name: 'Colour by' }).getByText('ppm').click();
    await sees(page.getByText('1,200 ppm'));
    expect(await page.getByRole('link', { name: 'Models' }).getAttribute('href')).toBe('/model/files');

    const storeys = page.getByRole('radiogroup', { name: 'Storey' });
    await sees(markOf(page, 'Floor 1 west'));
    await storeys.getByText('2', { exact: true }).click();
    await markOf(page, 'Floor 1 west').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Plan from above' }).click();
    const placeOf = async (name: string) => {
      const box = await markOf(page, name).boundingBox();
      return { left: Math.round(box?.x ?? 0), top: Math.round(box?.y ?? 0) };
    };
    const isPlan = async () => {
      const [west, east] = [await placeOf('Floor 2 west'), await placeOf(ZONE)];
      return west.left < east.left && Math.abs(west.top - east.top) <= 1;
    };
    await waitFor(isPlan, { what: 'the two sides of the storey, beside each other' });
    await listOf(page).getByRole('button', { name: 'Floor 3 west' }).click();
    await sees(markOf(page, 'Floor 3 east'));
    expect(await storeys.getByRole('radio', { name: '3' }).isChecked()).toBe(true);
    await sees(listOf(page).getByRole('link', { name: 'Open in trends' }));
    await page.getByRole('radiogroup', { name: 'Colour by' }).getByText('Alerts').click();
    await sees(page.getByText(/^Marks with one of the newest 200 active alerts: \d+$/));
  });

  it('the model is turned and zoomed by the keyboard', async () => {
    const page = await openWithoutStream();
    await sees(markOf(page, 'Main incomer'));
    const styleOf = async () => JSON.stringify(await markOf(page, 'Main incomer').getAttribute('style'));
    const inPlace = (condition: string) =>
      sees(page.locator(`button[data-shape]${condition}`).filter({ hasText: 'Main incomer' }));
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

  it('an engineer sets up marks, groups of lights, the initial view and the light', async () => {
    const page = await openWithoutStream();
    await page.setViewportSize(DESK);
    const stored = async () => (await product.callAs(page, 'GET', SCENE)) as Scene;
    const before = await stored();
    await page.getByRole('link', { name: 'Set up the view' }).click();
    await page.getByRole('button', { name: 'Add a mark' }).click();
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
    await save();
    await sees(page.getByText('Fill in this field.'));
    await page.getByLabel('Name').fill('Boiler room');
    await page.getByRole('textbox', { name: 'Object' }).fill('Air handler 1');
    await chooseFound(page, 'Air handler 1');
    await sees(markOf(page, 'Boiler room'));
    await clickFreePlace(page);
    const node = page.getByLabel('Node of the model');
    await waitFor(async () => (await node.inputValue()) !== '', { what: 'the node of the clicked place' });
    await page.getByLabel('Position x').fill('1.5');

    await page.getByRole('button', { name: 'Add a group of lights' }).click();
    await sees(page.getByLabel('Name'));
    await page.keyboard.type('Boiler lights');
    await page.getByRole('button', { name: 'Add a light' }).click();
    const light = page.getByRole('group', { name: 'Light 1' });
    await light.getByLabel('Name').fill('Ceiling');
    await light.getByLabel('Point that switches').fill('F1.EAST.LIGHT.SWITCH');
    await page.getByRole('button', { name: /^Model of the building/ }).focus();
    await page.keyboard.press('+');
    await page.getByRole('button', { name: 'Use the current view' }).click();
    await page.getByLabel('Ambient light').fill('0.7');
    await save();
    await sees(page.getByText('The view is saved.'));
    const after = await stored();
    expect(after.hotspots.at(-1)).toEqual({
      id: 'mark-1',
      title: 'Boiler room',
      position: { x: 1.5, y: expect.any(Number), z: expect.any(Number) },
      objectId: expect.any(Number),
      nodeName: expect.stringMatching(/./),
    });
    expect(after.labels.at(-1)).toMatchObject({
      text: 'Boiler lights',
      devices: [
        { deviceId: 'light-1', name: 'Ceiling', switchCode: 'F1.EAST.LIGHT.SWITCH', levelCode: null },
      ],
    });
    expect(after.ambientLight).toEqual({ intensity: 0.7 });
    expect(after.camera.position).not.toEqual(before.camera.position);
    expect(after.labels.slice(0, -1)).toEqual(before.labels);

    await visit(page, '/lighting');
    await sees(page.getByRole('region', { name: 'Boiler lights' }).getByRole('switch').first());
    await visit(page, '/model/setup');
    await page.getByRole('button', { name: 'Boiler room' }).first().click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await product.callAs(page, 'PUT', SCENE, { ambientLight: { intensity: 2 } });
    await save();
    const outdated = page.getByRole('dialog', { name: 'Someone else has changed the view' });
    await outdated.getByRole('button', { name: 'Overwrite with my changes' }).click();
    await sees(page.getByText('The view is saved.'));
    expect(await stored()).toMatchObject({ hotspots: before.hotspots, ambientLight: { intensity: 0.7 } });
    const { modelId: _, ...restored } = before;
    await product.callAs(page, 'PUT', SCENE, restored);
  });

  it('a phone scrolls over the model, and turns the model after a tap, which does not move the opened mark', async () => {
    const page = await product.openSignedIn('/model', { ...PHONE, bypassCSP: true });
    const mark = markOf(page, 'Main incomer');
    await sees(mark);
    const cdp = await page.context().newCDPSession(page);
    const canvas = page.locator('canvas');
    const { x = 0, y = 0, width = 0, height = 0 } = (await canvas.boundingBox()) ?? {};
    const start = { x: Math.round(x + width / 2), y: Math.round(Math.min(y + height - 60, 780)) };
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints });
    const swipe = async () => {
      // The browser learns with a frame who handles the movements of fingers.
      await page.evaluate(TWO_FRAMES);
      await touch('touchStart', [start]);
      for (let moved = 25; moved <= 250; moved += 25) {
        await touch('touchMove', [{ x: start.x, y: start.y - moved }]);
        await page.evaluate(TWO_FRAMES);
      }
      await touch('touchEnd', []);
      await page.evaluate(TWO_FRAMES);
    };
    const scrolled = () => page.evaluate('scrollY');
    const place = await mark.getAttribute('style');
    await swipe();
    expect(await scrolled()).toBeGreaterThan(100);
    expect(await mark.getAttribute('style')).toBe(place);
    await page.evaluate('scrollTo(0, 0)');
    await page.touchscreen.tap(start.x, start.y);
    await sees(page.getByRole('button', { name: 'Scroll the page again' }));
    await swipe();
    expect(await scrolled()).toBe(0);
    await waitFor(async () => (await mark.getAttribute('style')) !== place, { what: 'the turned model' });
    await page.getByRole('button', { name: 'Scroll the page again' }).click();
    await sees(page.getByText('Tap the model to turn it'));
    await swipe();
    expect(await scrolled()).toBeGreaterThan(100);

    await visit(page, '/model/setup');
    await page.getByRole('button', { name: 'Air handler 1' }).first().click();
    const position = async () =>
      (
        await Promise.all(['x', 'y', 'z'].map((axis) => page.getByLabel(`Position ${axis}`).inputValue()))
      ).join();
    const before = await position();
    await sees(markOf(page, 'Air handler 1'));
    await canvas.scrollIntoViewIfNeeded();
    const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [atX, atY] = [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
    // The marks would cover the model.
    await page.addStyleTag({ content: 'button[aria-pressed] { pointer-events: none; }' });
    await page.touchscreen.tap(atX, atY);
    await sees(page.getByRole('button', { name: 'Scroll the page again' }));
    expect(await position()).toBe(before);
    await page.touchscreen.tap(atX, atY);
    await waitFor(async () => (await position()) !== before, { what: 'the moved mark' });
  });

  it('the models page uploads, shows, replaces and deletes a model', async () => {
    const page = await product.visit('/model/files');
    const { modelId } = (await product.callAs(page, 'GET', SCENE)) as Scene;
    const rows = page.getByRole('row');
    const file = page.getByRole('dialog').locator('input[type=file]').first();

    await page.getByRole('button', { name: 'Upload a model' }).click();
    const form = page.getByRole('dialog', { name: 'Upload a model' });
    await form.getByRole('button', { name: 'Upload a model' }).click();
    await sees(form.getByText('Choose a file.', { exact: true }));
    await file.setInputFiles({ name: 'plant.glb', mimeType: 'model/gltf-binary', buffer: NO_MODELS.text });
    await form.getByRole('button', { name: 'Upload a model' }).click();
    await sees(page.getByRole('alert').filter({ hasText: /model/ }));
    const ifc = { name: 'site.ifc', mimeType: 'application/x-step', buffer: MODELS.ifc };
    await file.setInputFiles(ifc);
    await sees(form.getByText('The file is stored, but the view does not draw it.', { exact: false }));
    await file.setInputFiles(glb('plant.glb', 'Pump'));
    await form.getByText('The file is stored', { exact: false }).waitFor({ state: 'detached' });
    await form.getByLabel('Name').fill('');
    await file.setInputFiles(glb('plant.glb', 'Pump'));
    expect(await form.getByLabel('Name').inputValue()).toBe('plant');
    await form.getByRole('button', { name: 'Upload a model' }).click();
    await sees(page.getByText('plant was uploaded.'));
    const plant = rows.filter({ hasText: 'plant.glb' });

    await page.getByRole('button', { name: 'Upload a model' }).click();
    await file.setInputFiles(ifc);
    await form.getByRole('button', { name: 'Upload a model' }).click();
    await sees(rows.filter({ hasText: 'site.ifc' }).getByText('Not drawn'));

    await plant.getByRole('button', { name: 'plant', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'plant' });
    await drawer.getByRole('button', { name: 'Show in the view' }).click();
    await sees(plant.getByText('Shown'));
    await drawer.getByLabel('Version').fill('as built');
    await file.setInputFiles(glb('plant-2.glb', 'Pump', 'Fan'));
    await drawer.getByRole('button', { name: 'Check the file' }).click();
    // The marks of the demonstration name nodes that this model has never had.
    await sees(drawer.getByText(/^Mark /).first());
    await drawer.getByRole('button', { name: 'Replace', exact: true }).click();
    await sees(page.getByText('The file was replaced.'));
    await sees(rows.filter({ hasText: 'plant-2.glb' }));
    await page.keyboard.press('Escape');
    const unsaved = page.getByRole('dialog', { name: 'Leave without saving?' });
    await unsaved.getByRole('button', { name: 'Cancel' }).last().click();
    await unsaved.waitFor({ state: 'detached' });
    await drawer.getByRole('button', { name: 'Import', exact: true }).click();
    await sees(drawer.getByText('Choose a file.'));
    await drawer.locator('input[type=file]').nth(1).setInputFiles(aCsv('name,unit\nPump,kW\n'));
    await drawer.getByRole('button', { name: 'Import', exact: true }).click();
    await sees(page.getByText('The first line of the CSV must also name these columns: code.'));
    await drawer
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles(
        aCsv('name,code,objectCode\nFlow,PUMP9.FLOW,PUMP9\n,PUMP9.HEAD,PUMP9\nFlow,PUMP9.FLOW,PUMP9\n'),
      );
    await drawer.getByRole('button', { name: 'Import', exact: true }).click();
    await sees(page.getByText('Points imported: 1.'));
    await sees(drawer.getByText('Row 3: name: Enter a value.'));
    await sees(drawer.getByText(/^Row 4: The code 'PUMP9.FLOW' is already in/));
    await drawer.getByRole('button', { name: 'Save' }).click();
    await sees(rows.filter({ hasText: 'as built' }));
    await drawer.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete plant?' }).getByRole('button', { name: 'Delete' }).click();
    await rows.filter({ hasText: 'plant-2.glb' }).waitFor({ state: 'detached' });
    await product.callAs(page, 'PUT', SCENE, { modelId });
  });
});
