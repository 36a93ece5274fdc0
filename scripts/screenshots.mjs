// Starts the product with a new data folder and the demonstration building, and stores screenshots of its console in
// docs/images/. `npm run screenshots -- --dark --width 390 --to /tmp/phone` shows the same pages in another way.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { Failure, runScript } from './workspace/failure.mjs';
import { prepareWorkspace } from './workspace/prepare.mjs';
import { BROWSERS, findProgram } from './workspace/programs.mjs';
import { root } from './workspace/root.mjs';

const PASSWORD = 'seven grey herons';
const HEIGHT = 900;
/** The history of the demonstration, and what is found in it, must be there within this time. */
const READY_MS = 300_000;
/** Charts draw, and models load, after the data has arrived. */
const SETTLED_MS = 2000;

const firstOf = async (read, path) => (await read(path))[0]?.id;

/** The pages. `path` finds the record that a page shows, and `open` changes the page before its picture. */
const PAGES = [
  { name: 'overview', path: () => '/' },
  { name: 'energy', path: () => '/energy?unit=week' },
  { name: 'analysis', path: () => '/energy/analysis?unit=month' },
  {
    name: 'savings',
    path: async (read) => `/energy/savings?baseline=${await firstOf(read, '/energy/baselines')}`,
  },
  { name: 'losses', path: () => '/energy/losses' },
  {
    name: 'alert',
    path: async (read) => {
      const alerts = await read('/alerts?limit=50');
      return `/alerts?alert=${alerts.find(({ pointCode }) => pointCode !== null)?.id}`;
    },
  },
  {
    name: 'model',
    path: () => '/model',
    open: (page) => page.getByRole('radiogroup', { name: 'Colour by' }).getByText('ppm').click(),
  },
  { name: 'workflow', path: async (read) => `/workflows/${await firstOf(read, '/workflows')}` },
];

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Calls `probe` until it returns a value. Requests fail until the product is ready. */
async function waitFor(probe, what) {
  for (const startMs = performance.now(); performance.now() - startMs < READY_MS; await delay(500)) {
    const found = await probe().catch(() => undefined);
    if (found) return found;
  }
  throw new Failure(`There is no ${what} after ${READY_MS / 1000} s.`);
}

/** Signs in, and waits for the history of all meters and the first losses. */
async function signIn(address) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ username: 'admin', password: PASSWORD });
  const tokens = await waitFor(async () => {
    const response = await fetch(`${address}/api/auth/login`, { method: 'POST', headers, body });
    return response.ok && response.json();
  }, 'session');
  const read = async (path) => {
    const response = await fetch(`${address}/api${path}`, {
      headers: { authorization: `Bearer ${tokens.accessToken}` },
    });
    return response.json();
  };
  await waitFor(async () => {
    const { areas } = await read('/energy/areas');
    const meters = areas.flatMap((area) => area.meters);
    return meters.length > 0 && meters.every(({ historyProgress }) => historyProgress === 1);
  }, 'history');
  await waitFor(async () => (await read('/losses')).length > 0, 'loss');
  return { tokens, read };
}

async function photograph(address, { dark, width, to }) {
  const { tokens, read } = await signIn(address);
  const { accessToken, refreshToken } = tokens;
  const stored = { name: 'plantroom.tokens', value: JSON.stringify({ accessToken, refreshToken }) };
  const executablePath = BROWSERS.map(findProgram).find((path) => path !== undefined);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  });
  try {
    const context = await browser.newContext({
      baseURL: address,
      locale: 'en-GB',
      viewport: { width, height: HEIGHT },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: [{ origin: address, localStorage: [stored] }] },
    });
    const page = await context.newPage();
    for (const { name, path, open } of PAGES) {
      await page.goto(await path(read));
      await page.getByRole('heading').first().waitFor();
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      await open?.(page);
      await delay(SETTLED_MS);
      await page.screenshot({ path: join(to, `${name}.png`) });
      console.log(`${name}.png`);
    }
  } finally {
    await browser.close();
  }
}

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      dark: { type: 'boolean', default: false },
      width: { type: 'string', default: '1440' },
      to: { type: 'string', default: join(root, 'docs', 'images') },
    },
  });
  if (!BROWSERS.some(findProgram)) throw new Failure(`One of ${BROWSERS.join(', ')} must be installed.`);
  await prepareWorkspace();
  mkdirSync(values.to, { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), 'plantroom-screenshots-'));
  const port = String(await freePort());
  const product = spawn(process.execPath, [join(root, 'dist/apps/supervisor/src/main.js')], {
    env: {
      ...process.env,
      PORT: port,
      DATA_DIR: folder,
      ADMIN_PASSWORD: PASSWORD,
      DEFAULT_LANGUAGE: 'en-US',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await photograph(`http://127.0.0.1:${port}`, { ...values, width: Number(values.width) });
  } finally {
    product.kill('SIGTERM');
    await once(product, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
});
