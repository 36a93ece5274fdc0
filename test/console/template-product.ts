import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { StartedProducts } from '../servers/started-products';
import { ADMIN } from './credentials';

const READY_MS = 120_000;
const POLL_MS = 200;

let products: StartedProducts | undefined;

/**
 * Fills a data folder: the administrator, the demonstration building, and the history of its meters. Each test begins
 * with a copy of this folder, because filling a folder takes more processor time than most tests.
 */
export async function prepareTemplate(): Promise<void> {
  products = new StartedProducts();
  const product = products.start({ ADMIN_PASSWORD: ADMIN.password });
  try {
    await untilHistoryIsComplete(await product.ready());
    product.signal('SIGTERM');
    await product.ended;
    process.env.CONSOLE_TEMPLATE = products.dataDir;
  } catch (error) {
    await removeTemplate();
    throw error;
  }
}

/** Copies the template, if there is one, to a folder that does not exist yet. */
export function copyTemplate(folder: string): void {
  const template = process.env.CONSOLE_TEMPLATE;
  // PostgreSQL refuses files of other owners; `cpSync` does not keep the owner.
  if (template) execFileSync('cp', ['-a', template, folder]);
}

export async function removeTemplate(): Promise<void> {
  await products?.end();
  products = undefined;
}

/** Signs in without the typed client, whose modules Jest cannot load in its global setup. */
async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  if (!response.ok) throw new Error(`The administrator cannot sign in: ${await response.text()}`);
  return ((await response.json()) as { accessToken: string }).accessToken;
}

interface Areas {
  areas: { meters: { historyProgress: number; lastReadingAt: string | null }[] }[];
}

async function untilHistoryIsComplete(address: string): Promise<void> {
  const headers = { authorization: `Bearer ${await signIn(address)}` };
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const response = await fetch(`${address}/api/energy/areas`, { headers });
    const { areas } = (await response.json()) as Areas;
    const meters = areas.flatMap((area) => area.meters);
    if (meters.length > 0 && meters.every((meter) => meter.historyProgress === 1 && meter.lastReadingAt))
      return;
    if (Date.now() > deadline) throw new Error('The history of the demonstration building is not complete.');
    await delay(POLL_MS);
  }
}
