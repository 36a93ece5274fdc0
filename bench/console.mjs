/**
 * Benchmarks the console in chromium, without a graphics card: the first load of the overview, trends of a year, pages in
 * a building with 1,000 live points, the editor with a workflow of 300 nodes, the page of 500 areas, and a model of 200,000
 * triangles. The baselines are an empty page, the trends of a day, a workflow of 10 nodes and the areas of the
 * demonstration.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  countBytes,
  frameFigures,
  framesDuring,
  hasBrowser,
  openConsole,
  scriptMsDuring,
  withPage,
} from './console-pages.mjs';
import {
  AREAS,
  CHANGES_PER_SECOND,
  createAreas,
  createPoints,
  createWorkflow,
  startConsoleProduct,
} from './console-product.mjs';
import { dragNode, KEYS, openEditor, openNode, pan, showAll, typeKeys } from './console-editor.mjs';
import { showLargeModel, TRIANGLES } from './large-model.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';
import { runBenchmark } from './scope.mjs';

const LOADS = 5;
const ROUNDS = 3;
/** The worker computes a widget at most every 5 seconds. */
const RECORD_MS = 7000;
/** Points with a value per minute. The gateway computes a year of each when it is first read. */
const POWERS = ['F1.ELEC.POWER', 'F2.ELEC.POWER', 'F3.ELEC.POWER'];
/** Movements of the mouse that turn the model. */
const TURNS = 60;
const RENDERER = `(() => {
  const gl = document.createElement('canvas').getContext('webgl2');
  return gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL);
})()`;
const NODES = { large: 300, small: 10 };
/** A page of the api with hardly any content. */
const EMPTY_PAGE = '/health/live';

/** Resolves to the milliseconds from the navigation until the areas have their values. */
const AREAS_SHOWN = `new Promise((resolve) => {
  const look = () => {
    const isShown = [...document.querySelectorAll('article')].some(({ textContent }) => /\\d kW/.test(textContent));
    if (isShown) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})`;

const NOTE_CLICK = "addEventListener('click', () => { window.clickedMs = performance.now(); }, true)";
/** Resolves to the milliseconds from the click until the next frame was drawn. */
const SINCE_CLICK = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - window.clickedMs)));
})`;
/** Opens the page of areas, and resolves to the milliseconds until they are shown. */
const OPEN_AREAS = `new Promise((resolve) => {
  const startMs = performance.now();
  const look = () => {
    if (document.querySelectorAll('main tbody tr').length > 1) resolve(performance.now() - startMs);
    else requestAnimationFrame(look);
  };
  window.__TSR_ROUTER__.history.push('/energy/areas');
  look();
})`;

await runBenchmark(async (scope) => {
  if (!hasBrowser()) {
    console.log('Chromium is not installed, so the console is not measured.');
    return;
  }
  const product = await startConsoleProduct(scope);
  const open = await openConsole(scope, product.address);
  await measureLoads(open);
  await measureTrends(open);
  await createPoints(product);
  await measureLivePages(open);
  await measureEditor(open, product);
  await measureAreas(open, product);
  await measureLargeModel(open, product);
});

async function measureLoads(open) {
  // Load a page before the measurement, because the first load after the start of the api is slower than later loads.
  await loadOverview(open);
  const { overview, empty } = await inRounds(LOADS, {
    overview: () => loadOverview(open),
    empty: () => loadEmpty(open),
  });
  const kib = (select) => format(median(overview.map(select)) / 1024);
  console.log(
    `overview, first load: ${kib(({ all }) => all.page)} KiB (aim 250 KiB), ` +
      `${kib(({ shown }) => shown.page)} KiB until the areas are shown, ${kib(({ all }) => all.data)} KiB of data, ` +
      `${median(overview.map(({ all }) => all.requests))} requests (aim 15)`,
  );
  for (const [name, key] of [
    ['first load', 'firstMs'],
    ['reload', 'againMs'],
  ]) {
    const own = overview.map((figures) => figures[key]);
    const peer = empty.map((figures) => figures[key]);
    console.log(
      `overview, ${name}: areas shown after ${format(median(own))} ms (aim 1,000 ms), ` +
        `empty page ${format(median(peer))} ms: ${format(medianRatio(own, peer))} times`,
    );
  }
}

function loadOverview(open) {
  return withPage(open, async (page) => {
    const bytes = await countBytes(page);
    await page.goto('/', { waitUntil: 'commit' });
    const firstMs = await page.evaluate(AREAS_SHOWN);
    const shown = { ...bytes };
    const all = await settled(bytes);
    await page.reload({ waitUntil: 'commit' });
    return { firstMs, againMs: await page.evaluate(AREAS_SHOWN), shown, all };
  });
}

/** Waits until nothing was received for a second. */
async function settled(bytes) {
  for (;;) {
    const before = { ...bytes };
    await delay(1000);
    if (before.page === bytes.page && before.data === bytes.data) return before;
  }
}

function loadEmpty(open) {
  const loaded = "performance.getEntriesByType('navigation')[0].duration";
  return withPage(open, async (page) => {
    await page.goto(EMPTY_PAGE);
    const firstMs = await page.evaluate(loaded);
    await page.reload();
    return { firstMs, againMs: await page.evaluate(loaded) };
  });
}

async function measureTrends(open) {
  const year = [];
  const day = [];
  for (const code of POWERS) {
    await withPage(open, async (page) => {
      await page.goto(`/trends?series=${encodeURIComponent(JSON.stringify([code]))}&range=6h`);
      await page.getByRole('figure').locator('canvas').first().waitFor();
      day.push(await drawnMs(page, 'Day'));
      year.push(await drawnMs(page, 'Year'));
    });
  }
  console.log(
    `trends, a year of one-minute values: ${format(median(year))} ms, slowest ${format(Math.max(...year))} ms ` +
      `(aim 300 ms), a day ${format(median(day))} ms: ${format(medianRatio(year, day))} times`,
  );
}

/** Returns the milliseconds from the click on a range until its values are drawn. */
async function drawnMs(page, range) {
  await page.evaluate(NOTE_CLICK);
  const answered = page.waitForResponse('**/api/iot/codes/history');
  await page.getByText(range, { exact: true }).click();
  await (await answered).finished();
  return page.evaluate(SINCE_CLICK);
}

async function measureAreas(open, product) {
  const few = await inRounds(LOADS, { areas: () => withPage(open, openAreas) });
  await createAreas(product);
  const many = await inRounds(LOADS, { areas: () => withPage(open, openAreas) });
  console.log(
    `page of ${AREAS} areas: shown after ${format(median(many.areas))} ms (aim 1,000 ms), ` +
      `those of the demonstration ${format(median(few.areas))} ms: ${format(medianRatio(many.areas, few.areas))} times`,
  );
}

async function openAreas(page) {
  await page.goto('/profile');
  await page.getByText('Live', { exact: true }).waitFor();
  return page.evaluate(OPEN_AREAS);
}

async function measureLivePages(open) {
  const pages = {
    'list of points, 25 of 1,000 live values': [
      '/points?text=Load',
      (page) => page.getByText('Load 24', { exact: true }),
    ],
    'model, 100 of 1,000 live values': ['/model', (page) => page.locator('button[data-shape]').nth(99)],
    'overview, 10 widgets with all 1,000 values, every 5 s': [
      '/',
      (page) => page.getByText('Load 999', { exact: true }),
    ],
  };
  const variants = Object.entries(pages).map(([name, [path, shown]]) => [
    name,
    () => withPage(open, (page) => recordLive(page, path, shown)),
  ]);
  const { empty, ...live } = await inRounds(ROUNDS, {
    empty: () => withPage(open, (page) => recordEmpty(page)),
    ...Object.fromEntries(variants),
  });
  console.log(`Frames while ${CHANGES_PER_SECOND} values per second arrive:`);
  for (const [name, rounds] of Object.entries({ 'empty page': empty, ...live })) report(name, rounds);
}

async function recordLive(page, path, shown) {
  await page.goto(path);
  await shown(page).waitFor({ state: 'attached' });
  await page.getByText('Live', { exact: true }).waitFor();
  const recorded = await framesDuring(page, () => delay(RECORD_MS));
  if (recorded.changes === 0) throw new Error(`No value of ${path} changed.`);
  return recorded;
}

async function recordEmpty(page) {
  await page.goto(EMPTY_PAGE);
  return framesDuring(page, () => delay(RECORD_MS));
}

async function measureEditor(open, product) {
  const ids = {
    large: await createWorkflow(product, NODES.large),
    small: await createWorkflow(product, NODES.small),
  };
  const { large, small } = await inRounds(ROUNDS, {
    large: () => withPage(open, (page) => useEditor(page, ids.large)),
    small: () => withPage(open, (page) => useEditor(page, ids.small)),
  });
  const [own, peer] = [large, small].map((rounds) => rounds.map(({ openMs }) => openMs));
  console.log(
    `editor, time to open ${NODES.large} nodes: ${format(median(own))} ms, ` +
      `${NODES.small} nodes ${format(median(peer))} ms: ${format(medianRatio(own, peer))} times`,
  );
  console.log('Frames in the editor:');
  const gestures = [
    ['pan', 'panned'],
    ['drag a node', 'dragged'],
    ['pan, all nodes shown', 'allPanned'],
    ['drag a node, all nodes shown', 'allDragged'],
  ];
  for (const [name, key] of gestures) {
    for (const [size, rounds] of Object.entries({ large, small })) {
      report(
        `${NODES[size]} nodes, ${name}`,
        rounds.map((figures) => figures[key]),
      );
    }
  }
  const typed = await inRounds(ROUNDS, {
    large: () => withPage(open, (page) => measureTyping(page, ids.large)),
    small: () => withPage(open, (page) => measureTyping(page, ids.small)),
  });
  console.log(
    `editor, script per key in ${NODES.large} nodes: ${format(median(typed.large))} ms (aim 30 ms), ` +
      `${NODES.small} nodes ${format(median(typed.small))} ms: ${format(medianRatio(typed.large, typed.small))} times`,
  );
}

/** Returns the processor time in ms that a key takes in the field of a node's name. */
async function measureTyping(page, id) {
  await openEditor(page, id);
  await openNode(page);
  return (await scriptMsDuring(page, () => typeKeys(page))) / KEYS;
}

async function useEditor(page, id) {
  const openMs = await openEditor(page, id);
  const panned = await framesDuring(page, () => pan(page));
  const dragged = await framesDuring(page, () => dragNode(page));
  await showAll(page);
  const allPanned = await framesDuring(page, () => pan(page));
  const allDragged = await framesDuring(page, () => dragNode(page));
  return { openMs, panned, dragged, allPanned, allDragged };
}

/** Turns the model with the mouse. The baseline is the mouse over an empty page. */
async function measureLargeModel(open, product) {
  await showLargeModel(product);
  let renderer = '';
  const { model, empty } = await inRounds(ROUNDS, {
    model: () =>
      withPage(open, async (page) => {
        await page.goto('/model');
        await page.locator('canvas').waitFor();
        await page.getByText('Live', { exact: true }).waitFor();
        renderer = await page.evaluate(RENDERER);
        // The first frames compile the shaders and draw the shadows.
        await turn(page, 2);
        return framesDuring(page, () => turn(page, TURNS));
      }),
    empty: () =>
      withPage(open, async (page) => {
        await page.goto(EMPTY_PAGE);
        return framesDuring(page, () => turn(page, TURNS));
      }),
  });
  console.log(
    `Frames of a model of ${TRIANGLES.toLocaleString('en')} triangles while it is turned (${renderer}):`,
  );
  report('model', model);
  report('empty page', empty);
}

async function turn(page, times) {
  const { width, height } = page.viewportSize();
  await page.mouse.move(width / 2, height / 2);
  await page.mouse.down();
  for (let move = 1; move <= times; move++) await page.mouse.move(width / 2 + move * 4, height / 2);
  await page.mouse.up();
}

function report(name, rounds) {
  const { medianMs, p95Ms, worstMs, dropped } = frameFigures(rounds.flatMap(({ deltasMs }) => deltasMs));
  console.log(
    `  ${name}: median ${format(medianMs)} ms (aim 16.7 ms), p95 ${format(p95Ms)} ms (aim 50 ms), ` +
      `slowest ${format(worstMs)} ms, ${format(dropped * 100)} % dropped`,
  );
}
