/** Opens pages of the console in chromium, and measures them. */
import { ADMIN } from './api-process.mjs';
import { testModule } from '../test/test-module.mjs';

const VIEWPORT = { width: 1600, height: 1000 };
/** Time between two frames at 60 Hz. */
const FRAME_MS = 1000 / 60;

/** Returns whether the machine has a browser that can be measured. */
export function hasBrowser() {
  return testModule('console/open-browser.ts').browserPath !== undefined;
}

/**
 * Starts a browser and signs in.
 * @returns a function that opens a page of the console with an empty cache
 */
export async function openConsole(scope, address) {
  const { openBrowser } = testModule('console/open-browser.ts');
  const browser = await openBrowser();
  scope.atEnd(() => browser.close());
  const options = { baseURL: address, locale: 'en-US', viewport: VIEWPORT };
  const storageState = await signedIn(browser, options);
  return async () => {
    const context = await browser.newContext({ ...options, storageState });
    return context.newPage();
  };
}

async function signedIn(browser, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto('/sign-in');
  await page.getByLabel('Username or e-mail').fill(ADMIN.username);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main navigation' }).waitFor({ state: 'attached' });
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Runs `measure` with a new page, and closes the page with its session. */
export async function withPage(open, measure) {
  const page = await open();
  try {
    return await measure(page);
  } finally {
    await page.context().close();
  }
}

/**
 * Counts the bytes that a page receives, compressed and with the headers of the answers.
 * @returns `{ page, data, requests }`: bytes of the page's files and of the answers of the api, and the number of both.
 *   They grow while the page loads.
 */
export async function countBytes(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bytes = { page: 0, data: 0, requests: 0 };
  const kinds = new Map();
  session.on('Network.responseReceived', ({ requestId, response }) => {
    kinds.set(requestId, new URL(response.url).pathname.startsWith('/api/') ? 'data' : 'page');
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[kinds.get(requestId) ?? 'page'] += encodedDataLength;
    bytes.requests++;
  });
  return bytes;
}

/** Records the frames and the changes of the page until `stopRecording()`. */
const RECORD = `(() => {
  const times = [];
  let changes = 0;
  let isRunning = true;
  const observer = new MutationObserver((list) => { changes += list.length; });
  observer.observe(document.body, { subtree: true, characterData: true, childList: true });
  const next = (ms) => {
    times.push(ms);
    if (isRunning) requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  window.stopRecording = () => {
    isRunning = false;
    observer.disconnect();
    return { times, changes };
  };
})()`;

/**
 * Records the frames of a page while `work` runs.
 * @returns `{ deltasMs, changes }`: times between frames, and how many changes of texts and elements there were
 */
export async function framesDuring(page, work) {
  await page.evaluate(RECORD);
  await work();
  const { times, changes } = await page.evaluate('stopRecording()');
  return { deltasMs: times.slice(1).map((ms, index) => ms - times[index]), changes };
}

/** Returns the processor time in ms that scripts of the page take while `work` runs. */
export async function scriptMsDuring(page, work) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spentMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'ScriptDuration').value;
  };
  const beforeMs = await spentMs();
  await work();
  return (await spentMs()) - beforeMs;
}

/**
 * Summarizes the times between frames.
 * @returns `{ medianMs, p95Ms, worstMs, dropped }`; `dropped` is the share of the display's frames that were missed
 */
export function frameFigures(deltasMs) {
  const sorted = deltasMs.toSorted((one, other) => one - other);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  const missed = deltasMs.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0);
  return {
    medianMs: at(0.5),
    p95Ms: at(0.95),
    worstMs: sorted.at(-1),
    dropped: missed / (missed + deltasMs.length),
  };
}
