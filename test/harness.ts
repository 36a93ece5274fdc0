import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Environment, dialectOf, loadEnvironment } from '@app/config';
import { administerDatabase, createDataSource, dropDatabase, prepareDatabase } from '@app/entities';
import { runMigrations } from 'bullmq';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { copyMariaDb } from './servers/copy-mariadb';
import { OWN_REDIS_DATABASES } from './servers/redis';
import { UNREACHABLE_GATEWAY } from './servers/started-products';

export { dropDatabase } from '@app/entities';
export { freePort } from './servers/test-server';

export interface TestDatabase {
  /** A connected data source with all migrations applied. */
  dataSource: DataSource;
  url: string;
  queueUrl: string;
  /** Closes the connection. Deletes the database and the contents of the queue. */
  drop(): Promise<void>;
}

/** Returns a valid environment. Its database has a new name and does not exist yet. */
export function testEnvironment(overrides: Partial<Environment> = {}): Environment {
  const fresh = freshUrls();
  const environment = loadEnvironment(Environment, {
    PORT: '0',
    DATA_DIR: join(testFolder(), fresh.name),
    DATABASE_URL: fresh.url,
    QUEUE_URL: fresh.queueUrl,
    JWT_SECRET: randomBytes(32).toString('hex'),
    ...UNREACHABLE_GATEWAY,
    PLATFORM_TIMEZONE: 'UTC',
    SHUTDOWN_DELAY_MS: '0',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  });
  return Object.assign(environment, overrides);
}

/** Opens a new database with the schema, and gives the test its own queue. */
export async function openDatabase(): Promise<TestDatabase> {
  const { url, queueUrl } = freshUrls();
  await copyTemplate(url);
  const dataSource = await createDataSource(url).initialize();
  return {
    dataSource,
    url,
    queueUrl,
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await dropDatabase(url);
      if (queueUrl !== url) await emptyRedis(queueUrl);
    },
  };
}

const TEMPLATE = 'plantroom_template';

/** Creates the database as a copy of a migrated one, which takes a fraction of the time of the migrations. */
async function copyTemplate(url: string): Promise<void> {
  await makeTemplate(url);
  if (dialectOf(url) === 'mysql') await copyMariaDb(url, TEMPLATE);
  else
    await administerDatabase(
      url,
      (name) => `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE} STRATEGY FILE_COPY`,
    );
}

/**
 * Creates and migrates the template. Only one of the concurrent test processes does this. PostgreSQL can copy
 * a database only while nobody is connected to it.
 */
async function makeTemplate(url: string): Promise<void> {
  const isReady = join(testFolder(), 'template-is-ready');
  if (existsSync(isReady)) return;
  if (mayCreateFolder('template')) {
    const template = new URL(url);
    template.pathname = `/${TEMPLATE}`;
    // A pool waits 5 seconds for a connection. While the server starts on a busy machine, the first one may take longer.
    await waitFor(() => prepareDatabase(template.toString()).then(() => true, falseIfLate), {
      what: 'the tables of the template',
    });
    if (dialectOf(url) === 'postgres') await prepareQueue(template.toString());
    writeFileSync(isReady, '');
  }
  await waitFor(() => existsSync(isReady), { what: 'the template database' });
}

function falseIfLate(error: unknown): false {
  if ((error as { code?: unknown }).code !== 'ETIMEDOUT') throw error;
  return false;
}

/** Creates the tables and functions of the queue as the product does, because copying them is faster. */
async function prepareQueue(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await runMigrations(client, 'bullmq');
  await client.end();
}

export interface WaitOptions {
  timeoutMs?: number;
  what: string | (() => string);
  isBrief?: boolean;
}

/** Only a defect reaches it: a shorter limit would depend on the load of the machine. */
export const WAIT_MS = 150_000;
const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/**
 * Calls `probe` until it returns a value. Use it for changes that publish no event. The pauses grow to a tenth of the
 * time that has passed, because probes take processor time from the processes that a test waits for.
 * @param what names the missing value in the error; a function is called only on a timeout
 * @param isBrief true if the value may be there for a short time only; the pauses then stay short
 */
export async function waitFor<T>(
  probe: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  { timeoutMs = WAIT_MS, what, isBrief = false }: WaitOptions,
): Promise<T> {
  const startedAt = Date.now();
  for (;;) {
    const found = await probe();
    if (found !== undefined && found !== null && found !== false) return found;
    const passedMs = Date.now() - startedAt;
    if (passedMs > timeoutMs) {
      const missing = typeof what === 'string' ? what : what();
      throw new Error(`Timed out after ${timeoutMs} ms while waiting for ${missing}.`);
    }
    await delay(
      isBrief ? SHORTEST_PAUSE_MS : Math.min(Math.max(passedMs / 10, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS),
    );
  }
}

/** Returns a database name that no other test uses, with the URLs for it. */
function freshUrls(): { name: string; url: string; queueUrl: string } {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = `${server('TEST_DATABASE_SERVER')}/${name}`;
  const queue = server('TEST_QUEUE_SERVER');
  return { name, url, queueUrl: queue.startsWith('redis') ? `${queue}/${takeRedisNumber()}` : url };
}

/**
 * Reserves the number of a Redis database. Concurrent test processes reserve a number by creating a folder with its
 * name.
 */
function takeRedisNumber(): number {
  const ours = process.env.TEST_REDIS_DATABASES === String(OWN_REDIS_DATABASES);
  const count = (ours ? OWN_REDIS_DATABASES : 16) - 1;
  for (let taken = 0; ; taken++) {
    if (mayCreateFolder(`redis-number-${taken}`)) return 1 + (taken % count);
  }
}

/** Returns true for only one of the concurrent test processes. */
function mayCreateFolder(name: string): boolean {
  try {
    mkdirSync(join(testFolder(), name));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function emptyRedis(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushdb();
  await redis.quit();
}

function server(variable: 'TEST_DATABASE_SERVER' | 'TEST_QUEUE_SERVER'): string {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is not set. Run the tests with Jest's global setup.`);
  return url.replace(/\/$/, '');
}

function testFolder(): string {
  const folder = process.env.TEST_FOLDER;
  if (!folder) throw new Error(`TEST_FOLDER is not set. Run the tests with Jest's global setup.`);
  return folder;
}
