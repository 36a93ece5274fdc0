import type { Page } from 'playwright-core';
import { describeInBrowser, sees } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(120_000);

describeInBrowser('the lighting', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  async function openLighting(options = {}): Promise<Page> {
    const page = await product.openSignedIn('/lighting', options);
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
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await sees(page.getByRole('region', { name: 'Floor 3' }).getByText('On · 85% lit').first());
    expect(commands).toHaveLength(1);
    await sees(slider.and(page.locator(':focus')));
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
