import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { StartedProducts } from '../servers/started-products';
import { ADMIN } from './credentials';

/** The environment of each product. */
export const OF_CONSOLE = {
  ADMIN_PASSWORD: ADMIN.password,
  // The stories find the records of the demonstration by their English names.
  DEFAULT_LANGUAGE: 'en-US',
  // Always contains the whole year before this one.
  GATEWAY_SIM_HISTORY_DAYS: '740',
  // A story opens and reloads pages faster than their old streams end.
  LIMIT_STREAMS_PER_USER: '100',
  // A busy machine may need half a minute for the preview of a report.
  LIMIT_REQUEST_MS: '50000',
};

const READY_MS = 120_000;
const POLL_MS = 200;

/** A running product, as processes pass it on. */
export interface RunningProduct {
  pid: number;
  address: string;
  dataDir: string;
}

const all: StartedProducts[] = [];

/**
 * Fills a data folder: the administrator, the demonstration building, and the history of its meters. Each product begins
 * with a copy of this folder, because filling a folder takes more processor time than most tests. Then starts one product
 * for each worker of Jest.
 */
export async function prepareProducts(workers: number): Promise<void> {
  const template = new StartedProducts();
  all.push(template);
  try {
    const product = template.start(OF_CONSOLE);
    await untilHistoryIsComplete(await product.ready());
    product.signal('SIGTERM');
    await product.ended;
    process.env.CONSOLE_TEMPLATE = template.dataDir;
    const running = await Promise.all(Array.from({ length: workers }, startShared));
    process.env.CONSOLE_PRODUCTS = JSON.stringify(running);
  } catch (error) {
    await removeProducts();
    throw error;
  }
}

async function startShared(): Promise<RunningProduct> {
  const products = new StartedProducts();
  all.push(products);
  copyTemplate(products.dataDir);
  const product = products.start(OF_CONSOLE);
  return { pid: product.pid, address: await product.ready(), dataDir: products.dataDir };
}

/** The product of this worker of Jest. */
export function productOfWorker(): RunningProduct {
  const running = JSON.parse(process.env.CONSOLE_PRODUCTS ?? '[]') as RunningProduct[];
  const own = running[Number(process.env.JEST_WORKER_ID) - 1];
  if (!own) throw new Error('No product was started for this worker.');
  return own;
}

/** Copies the template, if there is one, to a folder that does not exist yet. */
export function copyTemplate(folder: string): void {
  const template = process.env.CONSOLE_TEMPLATE;
  // PostgreSQL refuses files of other owners; `cpSync` does not keep the owner.
  if (template) execFileSync('cp', ['-a', template, folder]);
}

export async function removeProducts(): Promise<void> {
  for (const products of all.splice(0)) await products.end();
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

async function lossesOf(address: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(`${address}/api/losses`, { headers });
  return ((await response.json()) as unknown[]).length;
}

async function untilHistoryIsComplete(address: string): Promise<void> {
  const headers = { authorization: `Bearer ${await signIn(address)}` };
  const deadline = Date.now() + READY_MS;
  for (;;) {
    const response = await fetch(`${address}/api/energy/areas`, { headers });
    const { areas } = (await response.json()) as Areas;
    const meters = areas.flatMap((area) => area.meters);
    const isRead =
      meters.length > 0 && meters.every((meter) => meter.historyProgress === 1 && meter.lastReadingAt);
    // Losses are found as soon as the history of the last meter is complete.
    if (isRead && (await lossesOf(address, headers)) > 0) return;
    if (Date.now() > deadline) throw new Error('The history of the demonstration building is not complete.');
    await delay(POLL_MS);
  }
}
