import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { BROWSERS, browserPath } from './open-browser';

if (!browserPath && process.env.TEST_BROWSER === 'required') {
  throw new Error(`The tests of the console need one of these programs: ${BROWSERS.join(', ')}.`);
}

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Without these options, axe spends half of its time on describing the elements that have no violation. */
const AXE_OPTIONS = { resultTypes: ['violations'], preload: false };
const CONTRAST = { runOnly: ['color-contrast'] };
const WITHOUT_CONTRAST = { rules: { 'color-contrast': { enabled: false } } };

const DIALOG = '[role=dialog]';
export const USUAL_SIZE = { width: 1280, height: 720 };

const LONGEST_WAIT_MS = 60_000;
/** The time within which charts follow a new size of the window. */
const FOLLOWS_MS = 5000;

/**
 * Lets clicks pass through notifications, except for their buttons and links. A notification covers the buttons below
 * it for up to ten seconds, which the tests would wait. The content security policy allows such a style sheet.
 */
const PASS_NOTIFICATIONS = `
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(\`
    .mantine-Notifications-root, .mantine-Notifications-root * { pointer-events: none !important; }
    .mantine-Notifications-root :is(a, button) { pointer-events: auto !important; }\`);
  document.adoptedStyleSheets.push(sheet);`;

/** Skips the tests if no browser is installed, unless TEST_BROWSER is `required`. */
export const describeInBrowser = browserPath ? describe : describe.skip; // No browser is installed.

export interface PageOptions extends BrowserContextOptions {
  address: string;
}

/** A part of a page, by selectors. */
export interface Part {
  /** By default the whole page. */
  include?: string;
  exclude?: string;
}

/**
 * Returns the accessibility violations that axe finds on the page, one line per element. If dialogs are open, only they
 * are analysed, because `pages.test.ts` analyses each page without a dialog. The page must follow the theme of the
 * system.
 */
export function violationsOn(page: Page, part?: Part): Promise<string[]> {
  return violationsIn(page, 'light', {}, part);
}

/** Like `violationsOn` without the contrast, whose check takes half of the time. */
export function violationsOfStructure(page: Page, part?: Part): Promise<string[]> {
  return violationsIn(page, 'light', WITHOUT_CONTRAST, part);
}

/** Like `violationsOn` in the dark theme. Only colours depend on the theme, so only the contrast is checked. */
export function violationsInDark(page: Page, part?: Part): Promise<string[]> {
  return violationsIn(page, 'dark', CONTRAST, part);
}

async function violationsIn(
  page: Page,
  colorScheme: 'light' | 'dark',
  options: object,
  { include = 'html', exclude }: Part = {},
): Promise<string[]> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
  await fadedIn(page);
  // Loading axe takes longer than an analysis, so a page keeps it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const isDialog = (await page.locator(DIALOG).count()) > 0;
  const context = JSON.stringify({ include: isDialog ? DIALOG : include, exclude });
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${context}, ${JSON.stringify({ ...AXE_OPTIONS, ...options })})`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${colorScheme}, ${id}: ${html}`));
}

/** Waits until all animations have ended, because axe measures colours. Animations may also be cancelled meanwhile. */
export async function fadedIn(page: Page): Promise<void> {
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => {})',
  );
}

/**
 * Describes the elements that end beyond the right edge of the page or of a dialog, and make it scroll sideways. If only
 * the content of an element is too wide, such as a long word, the page or dialog itself is described.
 */
const BEYOND = `() => {
  const surfaces = [document.documentElement, ...document.querySelectorAll('[role=dialog]')];
  return surfaces.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).flatMap((surface) => {
    const edge = surface.getBoundingClientRect().left + surface.clientWidth + 0.5;
    const found = [...surface.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > edge)
      .map((element) => element.cloneNode().outerHTML.slice(0, 200));
    return found.length > 0 ? found : [surface.localName + ': ' + surface.scrollWidth + ' > ' + surface.clientWidth];
  });
}`;

/**
 * Returns the elements that make the page or a dialog scroll sideways, one line per element. Charts follow a new size of
 * the window a moment later, so the function waits for a while until there are none.
 */
export function elementsBeyond(page: Page): Promise<string[]> {
  return page.evaluate(`new Promise((resolve) => {
    const beyond = ${BEYOND};
    const deadline = performance.now() + ${FOLLOWS_MS};
    const look = () => requestAnimationFrame(() => {
      const found = beyond();
      if (found.length === 0 || performance.now() > deadline) resolve(found);
      else look();
    });
    requestAnimationFrame(look);
  })`);
}

/**
 * Waits until the router shows the page of the current address, whose code is loaded on demand, and until its data has
 * arrived.
 */
export const IS_SHOWN = `new Promise((resolve) => {
  const look = () => requestAnimationFrame(() => {
    const { state, history } = window.__TSR_ROUTER__;
    const isShown = state.status === 'idle' && state.resolvedLocation?.href === history.location.href;
    if (isShown && !document.querySelector('.mantine-Skeleton-root')) resolve();
    else look();
  });
  look();
})`;

/** Closes the notifications, and forgets the data of other pages. React itself keeps the cache of the console. */
const FORGET = `(async () => {
  for (const button of document.querySelectorAll('.mantine-Notification-closeButton')) button.click();
  while (document.querySelector('.mantine-Notification-root')) await new Promise(requestAnimationFrame);
  const root = document.getElementById('root');
  let fiber = root[Object.keys(root).find((key) => key.startsWith('__reactContainer$'))];
  while (!fiber.memoizedProps?.client) fiber = fiber.child;
  fiber.memoizedProps.client.removeQueries({ type: 'inactive' });
})()`;

/** Shows a path without loading the console again, even if changes are not saved. */
export async function route(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `window.__TSR_ROUTER__.history.push(${JSON.stringify(path)}, {}, { ignoreBlocker: true })`,
  );
}

/**
 * Shows a path as after a reload, without loading the console again. Another page is shown in between, so that nothing
 * is left of open dialogs, of input that was not saved, and of data.
 */
export async function visit(page: Page, path: string): Promise<void> {
  await route(page, '/no/such/page');
  await page.evaluate(IS_SHOWN);
  await page.evaluate(FORGET);
  await route(page, path);
  await page.evaluate(IS_SHOWN);
}

/** A link of the main navigation. The breadcrumb may have a link of the same name. */
export function inNavigation(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true });
}

/** Chooses an option that a search has found. The mouse could miss it, because the options move with each answer. */
export async function chooseFound(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('option', { name }).dispatchEvent('click');
}

/** Waits until the element is visible. @throws Error after the time limit of the browser */
export async function sees(wanted: Locator): Promise<void> {
  await wanted.waitFor();
}

/**
 * Opens a page in a session of its own. `troubles` collects script errors and violations of the content security
 * policy.
 */
export async function openPage(
  browser: Browser,
  { address, ...options }: PageOptions,
): Promise<{ page: Page; troubles: string[] }> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'en-US',
    // Without transitions, tests are faster, and axe measures final colours.
    reducedMotion: 'reduce',
    ...options,
  });
  // A busy machine may need half a minute for a page.
  context.setDefaultTimeout(LONGEST_WAIT_MS);
  await context.addInitScript(PASS_NOTIFICATIONS);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    // The browser itself reports refused calls. Some tests cause them on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      troubles.push(message.text());
    }
  });
  return { page, troubles };
}
