// Runs in the full check only: npm test has the pages that are used most.
import type { Page } from 'playwright-core';
import { waitFor } from '../harness';
import { describeInBrowser, sees } from './browser';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const NOTE = {
  type: 'list',
  dataType: 'static',
  dataJson: '"Welcome to the building."',
  config: { title: 'Welcome', public: true },
  layoutX: 0,
  layoutY: 0,
  layoutW: 4,
  layoutH: 2,
};
const SECRET = { ...NOTE, dataJson: '"Secret."', config: {} };

/** The demonstration has one model, the first of the database. */
const MODEL_OF_DEMONSTRATION = 1;

/** The page sends a request every 15 seconds. */
const NEXT_REQUEST_MS = 16_000;
/** For how long a wall screen shows a part. */
const TURN_MS = 60_000;
const WALL = { width: 1920, height: 1080 };
const PHONE = { width: 390, height: 844 };
/** The least sizes of the two totals, and of everything else. */
const FIGURE_PX = 48;
const TEXT_PX = 18;
const TEXTS = `(() => {
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const sizes = [];
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    const px = parseFloat(getComputedStyle(parentElement).fontSize);
    if (data.trim()) sizes.push({ text: data.trim(), px });
  }
  return sizes;
})()`;

/** Returns each text of the page with the size of its letters. */
const textsOn = (page: Page) => page.evaluate<{ text: string; px: number }[]>(TEXTS);

describeInBrowser('the public dashboard', () => {
  let product: ConsoleProduct;
  let language: string;
  const notes: string[] = [];

  const showIn = async (chosen: string): Promise<void> => {
    const page = await product.visit('/profile');
    await product.callAs(page, 'PUT', '/api/configs', { language: chosen });
  };

  beforeAll(async () => {
    product = await ConsoleProduct.start();
    const page = await product.visit('/profile');
    ({ language } = (await product.callAs(page, 'GET', '/api/configs')) as { language: string });
    // Another test file may show another model.
    await product.callAs(page, 'PUT', '/api/dashboard-model', { modelId: MODEL_OF_DEMONSTRATION });
    // The api keeps its answer for 15 seconds, so the widgets are stored before the first request.
    for (const note of [NOTE, SECRET]) {
      const { id } = (await product.callAs(page, 'POST', '/api/dashboard', note)) as { id: string };
      notes.push(id);
    }
    await showIn('en-US');
  });
  afterAll(async () => {
    try {
      const page = await product.visit('/profile');
      for (const id of notes) await product.callAs(page, 'DELETE', `/api/dashboard/${id}`);
      await showIn(language);
    } finally {
      await product.end();
    }
  });
  afterEach(() => product.endTest());

  it('the public dashboard shows the figures of the building without a sign-in, readable across a lobby, but not the model', async () => {
    const page = await product.open('/api/health');
    // Without widgets, and without the alerts of the building, which depend on the time of day.
    await page.route('**/api/public/dashboard', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as object;
      await route.fulfill({ response, json: { ...answer, alerts: [], widgets: [] } });
    });
    await page.goto('/public');
    await sees(page.getByRole('heading', { level: 1 }));
    await sees(page.getByText('Floor 1', { exact: true }));
    await sees(page.getByText(/^[\d.,]+ kW$/).first());
    await sees(page.getByRole('progressbar', { name: /^Floor 1: \d+% of the power of the building$/ }));
    await sees(page.getByText('Everything runs within its limits.'));
    expect(await page.getByText('Model of the building').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/public');

    await sees(page.getByRole('figure', { name: /^The power of each hour of today, now [\d.,]+ kW/ }));
    await sees(
      page.getByRole('figure', { name: /^The energy of the last seven days: (\w+ [\d.,]+ kWh(, )?){7}\.$/ }),
    );
    await page.setViewportSize(WALL);
    const texts = await textsOn(page);
    const totals = texts.filter(({ px }) => px >= FIGURE_PX).map(({ text }) => text);
    expect(totals.filter((text) => /^[\d.,]+$/.test(text))).toHaveLength(2);
    expect(texts.filter(({ px }) => px < TEXT_PX)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(WALL.height);
    await page.setViewportSize(PHONE);
    await sees(page.getByText(/^\d+:\d\d.* UTC$/));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(PHONE.height);

    // The last hour of the day is at the edge of the screen.
    await page.route('**/api/public/dashboard', async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { course: { today: { timestamp: string; kw: number }[] } };
      const firstMs = Date.parse(json.course.today[0]?.timestamp ?? '');
      json.course.today = Array.from({ length: 24 }, (_, hour) => ({
        timestamp: new Date(firstMs + hour * 3_600_000).toISOString(),
        kw: 50,
      }));
      await route.fulfill({ json });
    });
    await page.reload();
    await sees(page.getByRole('figure', { name: /^The power of each hour of today/ }));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await page.unroute('**/api/public/dashboard');
  });

  it('the public dashboard has the language of the platform, also in a browser of another language', async () => {
    await showIn('zh-CN');
    const page = await product.open('/public', { locale: 'en-US' });
    await sees(page.getByText('楼宇能耗'));
    await sees(page.locator('html[lang=zh-CN]'));
    await showIn('en-US');
  });

  it('the public dashboard shows the model and the public widgets to a signed-in wall screen, one part after the other', async () => {
    const page = await product.visit('/profile');
    await page.setViewportSize(WALL);
    // The first of the three parts has its turn.
    await page.clock.install({ time: Math.ceil(Date.now() / (3 * TURN_MS)) * 3 * TURN_MS });
    await page.goto(`/public?rotate=${TURN_MS / 1000}`);
    await sees(page.getByRole('figure', { name: /^The power of each hour of today/ }));
    const model = page.getByRole('button', { name: /^Model of the building/ });
    expect(await model.count()).toBe(0);
    await page.clock.fastForward(TURN_MS);
    await sees(model);
    // A mark with the name of an area has its power.
    await sees(page.getByText(/^Floor \d[\d.]+ kW$/).first());
    expect((await textsOn(page)).filter(({ px }) => px < TEXT_PX)).toEqual([]);
    await page.clock.fastForward(TURN_MS);
    await sees(page.getByText('Welcome to the building.'));
    expect(await page.getByText('Secret.').count()).toBe(0);
    expect(await page.getByRole('figure').count()).toBe(0);
    expect((await textsOn(page)).filter(({ px }) => px < TEXT_PX)).toEqual([]);
  });

  it('the public dashboard says that its figures are old while the server fails, and shows current ones again after a night without network', async () => {
    const page = await product.open('/api/health');
    await page.clock.install();
    await page.goto('/public');
    await sees(page.getByText('Floor 1', { exact: true }));
    const isLost = async () => {
      await page.clock.fastForward(NEXT_REQUEST_MS);
      return page.getByText('The connection is lost.', { exact: false }).isVisible();
    };
    const isCurrent = async () => !(await isLost());
    await page.route('**/api/public/dashboard', (route) =>
      route.fulfill({ status: 500, json: { error: 'Broken.' } }),
    );
    await waitFor(isLost, { what: 'the notice after an error', timeoutMs: 60_000 });
    await sees(page.getByText('Floor 1', { exact: true }));
    await page.unroute('**/api/public/dashboard');
    await waitFor(isCurrent, { what: 'current figures after the error', timeoutMs: 60_000 });

    await page.context().setOffline(true);
    try {
      await waitFor(isLost, { what: 'the notice', timeoutMs: 60_000 });
      await page.clock.fastForward(8 * 3_600_000);
      await sees(page.getByText('Floor 1', { exact: true }));
    } finally {
      await page.context().setOffline(false);
    }
    await waitFor(isCurrent, { what: 'current figures', timeoutMs: 60_000 });
  });
});
