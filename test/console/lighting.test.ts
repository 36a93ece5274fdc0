// Runs in the full check only: npm test has the pages that are used most.
import type { Page } from 'playwright-core';
import { waitFor } from '../harness';
import { describeInBrowser, inNavigation, sees } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

/**
 * A script that presses keys on the focused slider, and then runs an action. All of it happens before the level is sent,
 * however busy the machine is.
 */
const pressed = (...keys: string[]) => `(async () => {
  for (const key of ${JSON.stringify(keys)}) {
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    await Promise.resolve();
  }
})()`;

describeInBrowser('the lighting', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openLighting(): Promise<Page> {
    const page = await product.visit('/lighting');
    await sees(page.getByRole('region', { name: 'Floor 1' }).getByRole('switch').first());
    return page;
  }

  const statusOf = (page: Page, label: string) =>
    product.callAs(page, 'GET', `/api/control/lighting/${label}/status`);

  it('lights are switched by label, and their states are stored and applied as a lighting scene', async () => {
    const page = await openLighting();
    const floor = page.getByRole('region', { name: 'Floor 2' });
    const all = floor.getByRole('group', { name: 'All lights of Floor 2' });
    await all.getByRole('button', { name: 'On', exact: true }).click();
    await sees(page.getByText('All lights have accepted the command.'));
    await sees(floor.getByRole('switch', { name: 'Switch Floor 2, east side', checked: true }));
    expect(await statusOf(page, 'floor-2')).toMatchObject({ on: true });

    await all.getByRole('button', { name: 'Half' }).click();
    await sees(floor.getByText('On · 50% lit').first());
    await sees(all.getByRole('button', { name: 'Half', pressed: true }));
    await floor.getByRole('button', { name: 'Store as scene' }).click();
    const dialog = page.getByRole('dialog', { name: 'Store as scene' });
    await dialog.getByRole('button', { name: 'Store as scene' }).click();
    await sees(dialog.getByText('Give the scene a name.'));
    await dialog.getByLabel('Name of the scene').fill('Cleaning');
    await dialog.getByRole('button', { name: 'Store as scene' }).click();
    await sees(floor.getByRole('button', { name: 'Cleaning', exact: true }));

    await all.getByRole('button', { name: 'Off', exact: true }).click();
    await floor.getByRole('switch', { checked: true }).first().waitFor({ state: 'detached' });
    await floor.getByRole('button', { name: 'Cleaning', exact: true }).click();
    await sees(floor.getByText('On · 50% lit').first());
    await floor.getByRole('button', { name: 'Delete the scene Cleaning' }).click();
    await page
      .getByRole('dialog', { name: 'Delete the scene Cleaning' })
      .getByRole('button', { name: 'Delete', exact: true })
      .click();
    await floor.getByRole('button', { name: 'Cleaning', exact: true }).waitFor({ state: 'detached' });
  });

  it('lights are dimmed by the keyboard', async () => {
    const page = await openLighting();
    const slider = page.getByRole('slider', { name: 'Brightness of Floor 3' });
    await slider.focus();
    await page.keyboard.press('End');
    await sees(page.getByRole('region', { name: 'Floor 3' }).getByText('On · 100% lit').first());
    expect(await statusOf(page, 'floor-3')).toMatchObject({ on: true, brightness: 100 });
    // The slider keeps the focus. Several keys are one command.
    const commands: string[] = [];
    page.on('request', (request) => request.url().endsWith('/batch') && commands.push(request.url()));
    await page.evaluate(pressed('ArrowLeft', 'ArrowLeft', 'ArrowLeft'));
    await sees(page.getByRole('region', { name: 'Floor 3' }).getByText('On · 85% lit').first());
    expect(commands).toHaveLength(1);
    await sees(slider.and(page.locator(':focus')));
  });

  it('a level is sent when the user leaves the page', async () => {
    const page = await openLighting();
    // The other page is loaded, so that a later visit shows it at once.
    await inNavigation(page, 'Alerts').click();
    await sees(page.getByRole('heading', { name: 'Alerts', exact: true }));
    await inNavigation(page, 'Lighting').click();
    await page.getByRole('slider', { name: 'Brightness of Floor 2' }).focus();
    await Promise.all([
      page.waitForRequest(/floor-2\/batch$/),
      page.evaluate(
        `${pressed('Home', 'ArrowRight')}.then(() => document.querySelector('a[href="/alerts"]').click())`,
      ),
    ]);
    const isDimmed = async () => {
      const { brightness } = (await statusOf(page, 'floor-2')) as { brightness: number };
      return brightness === 5;
    };
    await waitFor(isDimmed, { what: 'the level' });
    await sees(page.getByRole('heading', { name: 'Alerts', exact: true }));
  });

  it('the page shows which lights others switch, and names lights that fail', async () => {
    const page = await openLighting();
    await sees(page.getByText('Live', { exact: true }));
    const light = page.getByRole('switch', { name: 'Switch Floor 1, west side' });
    const path = '/api/control/lighting/floor-1/batch';
    await product.callAs(page, 'POST', path, { action: 'off' });
    await product.callAs(page, 'POST', path, { action: 'on', devices: ['west'] });
    await sees(light.and(page.locator(':checked')));
    await page.route('**/floor-1/toggle', (route) =>
      route.fulfill({
        json: {
          success: false,
          on: true,
          labelId: 'floor-1',
          results: [{ deviceId: 'west', success: false }],
        },
      }),
    );
    await page
      .getByRole('group', { name: 'All lights of Floor 1' })
      .getByRole('button', { name: 'Off', exact: true })
      .click();
    await sees(page.getByText('Not all lights have accepted the command: Floor 1, west side.'));
  });
});
