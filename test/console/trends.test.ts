// Runs in the full check only: npm test has the pages that are used most.
import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { waitFor } from '../harness';
import { chooseFound, describeInBrowser, sees, visit } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const searchOf = (page: Page) => new URL(page.url()).searchParams;
const statistics = (page: Page) => page.getByRole('region', { name: 'Statistics' }).getByRole('row');

/** The length of the period in an address, in milliseconds. */
function lengthOf({ searchParams }: Pick<URL, 'searchParams'>): number {
  return Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '');
}

describeInBrowser('the trends', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start()));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  it('compare points and areas, zoom by dragging and by buttons, and are saved as CSV', async () => {
    const page = await product.visit('/trends');
    await sees(page.getByText('Choose points or areas to compare, at most 12.'));
    await page.getByRole('textbox', { name: 'Add a point' }).fill('BLDG.OUTSIDE.TEMP');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('textbox', { name: 'Add an area' }).click();
    await page.getByRole('option', { name: /Floor 2$/ }).click();
    await sees(statistics(page).filter({ hasText: 'Outside temperature' }).filter({ hasText: '°C' }));
    await sees(statistics(page).filter({ hasText: 'Floor 2' }).filter({ hasText: 'kW' }));
    await page.getByRole('textbox', { name: 'Compare with' }).click();
    await page.getByRole('option', { name: 'The day before' }).click();
    await sees(statistics(page).filter({ hasText: 'Floor 2, before' }));

    const chart = page.getByRole('figure');
    const box = await chart.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const drag = async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 150, y, { steps: 3 });
      await page.mouse.up();
    };
    /** Acts, and waits until the chart is drawn again. */
    const redraws = async (act: () => Promise<unknown>) => {
      const drawn = await chart.locator('.uplot').elementHandle();
      await act();
      await drawn?.waitForElementState('hidden');
    };
    const lengthMs = () => lengthOf({ searchParams: searchOf(page) });
    await page.keyboard.down('Shift');
    await redraws(drag);
    await page.keyboard.up('Shift');
    expect(searchOf(page).has('from')).toBe(true);
    expect(Math.abs(lengthMs() - 24 * 3_600_000)).toBeLessThan(2);
    await redraws(drag);
    const zoomedMs = lengthMs();
    expect(zoomedMs).toBeGreaterThan(0);
    expect(zoomedMs).toBeLessThan(12 * 3_600_000);
    await redraws(() => page.getByRole('button', { name: 'Zoom out' }).click());
    expect(lengthMs()).toBe(2 * zoomedMs);
    await page.getByRole('region', { name: /^Chart, moved by/ }).focus();
    await redraws(() => page.keyboard.press('+'));
    expect(lengthMs()).toBe(zoomedMs);
    const startMs = () => Date.parse(searchOf(page).get('from') ?? '');
    const beforeMs = startMs();
    await redraws(() => page.keyboard.press('ArrowLeft'));
    expect(Math.abs(beforeMs - startMs() - zoomedMs / 2)).toBeLessThan(1);

    // A chart that is replaced while a part of it is chosen must not choose it with later clicks.
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 150, y, { steps: 3 });
    await redraws(() => page.keyboard.press('ArrowLeft'));
    const kept = page.url();
    await page.mouse.up();
    await page.getByRole('heading', { name: 'Trends' }).click();
    expect(page.url()).toBe(kept);

    const end = page.getByLabel('To', { exact: true });
    await end.fill('2026-03-02T06:00');
    await end.press('Enter');
    const start = page.getByLabel('From', { exact: true });
    await waitFor(async () => (await start.inputValue()).startsWith('2026-03'), {
      what: 'the start, which moves with the end',
    });
    await start.fill('2026-03-01T18:00');
    await start.blur();
    await page.waitForURL((url) => lengthOf(url) === 12 * 3_600_000);
    // While a period is loaded, its trend would lack a new note.
    const load = new EventEmitter();
    const isLoaded = once(load, 'now');
    await page.route('**/api/energy/details**', async (route) => {
      await isLoaded;
      await route.continue();
    });
    await page.getByText('7 days', { exact: true }).click();
    await page.waitForURL((url) => !url.searchParams.has('from'));
    const addNote = page.getByRole('button', { name: 'Add a note' });
    await waitFor(() => addNote.isDisabled(), { what: 'the button to be disabled' });
    load.emit('now');
    await addNote.click();
    const note = page.getByRole('dialog', { name: 'Add a note' });
    await note.getByRole('button', { name: 'Add', exact: true }).click();
    await sees(note.getByText('Write the note.'));
    await note.getByRole('textbox', { name: 'Text' }).fill('The sensor was moved.');
    await note.getByRole('button', { name: 'Add', exact: true }).click();
    const notes = page.getByRole('region', { name: 'Notes in this time' });
    await sees(notes.getByText('The sensor was moved.').first());
    await notes.getByRole('button', { name: 'Delete the note: The sensor was moved.' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await notes.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Save this view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Floor 2 and the weather');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await sees(page.getByText('The view is on the overview.'));

    const picture = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as picture' }).click();
    const png = await readFile(await (await picture).path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.length).toBeGreaterThan(5000);

    await page.getByRole('button', { name: 'Remove Floor 2', exact: true }).click();
    await statistics(page).filter({ hasText: 'Floor 2' }).first().waitFor({ state: 'detached' });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const csv = await readFile(await (await download).path(), 'utf8');
    expect(csv).toMatch(
      /^\uFEFFtimestamp,Outside temperature \(°C\),"?Outside temperature, before \(°C\)"?\n\d{4}-/,
    );
  });

  it('show a saved view as a widget of the overview, and open it again', async () => {
    const page = await product.visit('/profile');
    const trend = { series: ['BLDG.OUTSIDE.TEMP'], range: '6h', compare: 'day' };
    const place = { layoutX: 0, layoutY: 40, layoutW: 6, layoutH: 4 };
    const title = 'Outdoors';
    const dataJson = JSON.stringify({ trend });
    await product.callAs(page, 'POST', '/api/dashboard', {
      type: 'chart',
      dataJson,
      config: { title },
      ...place,
    });
    await visit(page, '/');
    const widget = page.getByRole('region', { name: title, exact: true });
    await sees(widget.getByRole('figure'));
    await widget.getByRole('link', { name: 'Open in trends' }).click();
    await sees(statistics(page).filter({ hasText: 'Outside temperature, before' }));
    await page.getByText('7 days', { exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('range') === '7d');
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: title }).click();
    await page.waitForURL((url) => url.searchParams.get('range') === '6h');
  });

  it('are opened from a point, mark its alerts, and keep their address', async () => {
    const page = await product.visit('/points');
    const alert = {
      title: 'Too cold outside',
      severity: 'warning',
      type: 'cold',
      pointCode: 'BLDG.OUTSIDE.TEMP',
    };
    await product.callAs(page, 'POST', '/api/alerts', alert);
    await page.getByRole('button', { name: 'Outside temperature' }).click();
    await page.getByRole('link', { name: 'Open in trends' }).click();
    const alerts = page.getByRole('region', { name: 'Alerts in this time' });
    await sees(alerts.getByRole('link', { name: 'Too cold outside' }));
    const address = new URL(page.url());
    await visit(page, address.pathname + address.search);
    await sees(statistics(page).filter({ hasText: 'Outside temperature' }));
    await visit(
      page,
      '/trends?series=%5B%22NO.SUCH.POINT%22%5D&from=2026-01-01T00%3A00%3A00Z&to=2025-01-01T00%3A00%3A00Z',
    );
    await sees(page.getByText('No values in this time.'));
  });

  it('and other pages and records are found from everywhere by their names', async () => {
    const page = await product.visit('/profile');
    const search = page.getByRole('dialog', { name: 'Search everywhere' });
    const find = async (text: string, option: string | RegExp) => {
      await page.keyboard.press('Control+k');
      await search.getByRole('textbox').fill(text);
      await chooseFound(page, option);
      await search.waitFor({ state: 'detached' });
    };
    await find('tren', 'Trends');
    await page.waitForURL(/\/trends$/);
    await find('floor 2', /^Floor 2/);
    await page.waitForURL(/\/energy\?area=\d+/);
    await find('outside', /^Outside temperature/);
    await page.waitForURL(/\/points\?point=\d+/);
    await sees(page.getByRole('dialog', { name: 'Point' }).getByText('Outside temperature'));
    await page.keyboard.press('Escape');
    const { id } = (await product.callAs(page, 'POST', '/api/alerts', {
      title: 'Boiler trips',
      severity: 'major',
    })) as {
      id: number;
    };
    await find('boiler tr', /^Boiler trips/);
    await page.waitForURL(new RegExp(`/alerts\\?alert=${id}$`));
    await find('admi', /^admin/);
    await page.waitForURL(/\/users\?search=admin$/);
    await find('new work', 'New workflow');
    await page.waitForURL(/\/workflows\/new$/);
    await page.getByRole('button', { name: 'Search everywhere' }).click();
    await search.getByRole('textbox').fill('no such thing');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
  });

  it('the trends are moved by a finger, and stretched by two', async () => {
    const series = encodeURIComponent('["BLDG.OUTSIDE.TEMP"]');
    const page = await product.openSignedIn(`/trends?series=${series}`, { hasTouch: true });
    const chart = page.getByRole('figure', { name: /Outside temperature/ });
    const client = await page.context().newCDPSession(page);
    /** Moves fingers over the chart, again if the chart has moved or was drawn again meanwhile. */
    const gesture = async (steps: readonly number[][]): Promise<[fromMs: number, toMs: number]> => {
      const before = page.url();
      await waitFor(
        async () => {
          const box = await chart.locator('.u-over').boundingBox();
          const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
          for (const [index, places] of steps.entries()) {
            const touchPoints = places.map((place, id) => ({ x: x + place * width, y: y + height / 2, id }));
            const type = index === 0 ? 'touchStart' : 'touchMove';
            await client.send('Input.dispatchTouchEvent', { type, touchPoints });
          }
          await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
          const changed = page.waitForURL((url) => url.href !== before, { timeout: 2000 });
          return changed.then(
            () => true,
            () => false,
          );
        },
        { what: 'the new span', timeoutMs: 60_000 },
      );
      const [from = 0, to = 0] = ['from', 'to'].map((name) => Date.parse(searchOf(page).get(name) ?? ''));
      return [from, to];
    };

    const [from, to] = await gesture([
      [0.4, 0.6],
      [0.3, 0.7],
      [0.2, 0.8],
    ]);
    const hours = (to - from) / 3_600_000;
    expect(hours).toBeGreaterThan(7.5);
    expect(hours).toBeLessThan(8.5);
    const [moved, end] = await gesture([[0.5], [0.6], [0.75]]);
    expect(Math.abs(end - moved - (to - from))).toBeLessThan(60_000);
    expect(moved).toBeLessThan(from);
  });
});
