/** Measures `backups.mjs` on one database, and writes the backup. `DATABASE_URL` must name a new database. */
import 'reflect-metadata';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectBare } from './bare-insert.mjs';
import { built } from './built.mjs';
import { peakMemoryMib } from './process-usage.mjs';
import { format, inRounds, median, medianRatio } from './rounds.mjs';

const require = createRequire(import.meta.url);

const READINGS = 1_000_000;
const ROUNDS = 3;
const AT_ONCE = 10_000;
const START_MS = Date.UTC(2024, 0, 1);
const MINUTE_MS = 60_000;
const SELECT = 'SELECT * FROM reading ORDER BY meter_id, at';

const { prepareDatabase } = built('libs/entities/src');
const { createBackup, openForBackup, readBackup, trialRestore } = built('libs/backups/src');

const [database, plain] = process.argv.slice(2);
const url = process.env.DATABASE_URL;
const isPostgres = url.startsWith('postgres');
const folder = mkdtempSync(join(tmpdir(), 'plantroom-bench-backups-'));
try {
  await measure();
} finally {
  rmSync(folder, { recursive: true });
}

async function measure() {
  await prepareDatabase(url);
  const bare = await connectBare(url);
  await insertReadings(bare, 0);
  const dataSource = await openForBackup(url);
  await dataSource.query(
    'INSERT INTO reading (meter_id, at, value, quality) SELECT meter_id, at, value, quality FROM bare_reading',
  );
  await dataSource.query('TRUNCATE TABLE bare_reading');
  await dataSource.destroy();

  const before = Math.round(peakMemoryMib(process.pid));
  const dumps = await inRounds(ROUNDS, {
    product: () => rate(() => backup(plain, null)),
    encrypted: () => rate(() => backup(join(folder, 'backup.enc'), 'correct horse battery staple')),
    select: () => rate(readAll),
  });
  const afterBackup = Math.round(peakMemoryMib(process.pid));
  console.log(
    `${database}, backup: ${format(median(dumps.product))} readings/s, encrypted ` +
      `${format(median(dumps.encrypted))}; bare select ${format(median(dumps.select))}: ` +
      `${medianRatio(dumps.product, dumps.select).toFixed(2)}; ${format(statSync(plain).size)} bytes; peak memory ` +
      `${afterBackup} MiB (${before} MiB before)`,
  );
  const { manifest } = await readBackup(createReadStream(plain), null);
  const restores = await inRounds(ROUNDS, {
    product: () => rate(() => restore(plain, manifest)),
    insert: (round) => rate(() => insertReadings(bare, round + 1)),
  });
  console.log(
    `${database}, restore with the comparison: ${format(median(restores.product))} readings/s, bare insert ` +
      `${format(median(restores.insert))}: ${medianRatio(restores.product, restores.insert).toFixed(2)}; peak memory ` +
      `${Math.round(peakMemoryMib(process.pid))} MiB`,
  );
  await bare.end();
}

async function backup(file, passphrase) {
  const dataSource = await openForBackup(url);
  const output = createWriteStream(file, { flush: true });
  const { tables } = await createBackup({ dataSource, files: null, output, passphrase, now: new Date() });
  await dataSource.destroy();
  if (tables.reading.rows !== READINGS)
    throw new Error(`The backup has ${tables.reading.rows} readings, not ${READINGS}.`);
}

async function restore(file, manifest) {
  const content = createReadStream(file);
  if (!(await trialRestore({ url, manifest, content, passphrase: null })))
    throw new Error('The database was not restored.');
}

/**
 * Creates and inserts the readings in portions, so that they do not raise the peak memory of this process, which is
 * reported.
 */
async function insertReadings(bare, meterId) {
  for (let start = 0; start < READINGS; start += AT_ONCE) {
    const portion = Array.from({ length: AT_ONCE }, (_, index) => {
      const value = Math.round((1000 + (start + index) * 0.507) * 1000) / 1000;
      return { atMs: START_MS + (start + index) * MINUTE_MS, value, quality: 0 };
    });
    await bare.insert(meterId, portion);
  }
}

/** Reads all readings in the order of the primary key. */
async function readAll() {
  const count = await (isPostgres ? readPostgres() : readMysql());
  if (count !== READINGS) throw new Error(`Only ${count} readings were read.`);
}

async function readPostgres() {
  const { Client } = require('pg');
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`BEGIN; DECLARE rows_of CURSOR FOR ${SELECT}`);
  let count = 0;
  for (let rows = [null]; rows.length > 0; count += rows.length) {
    ({ rows } = await client.query(`FETCH ${AT_ONCE} FROM rows_of`));
  }
  await client.end();
  return count;
}

async function readMysql() {
  const connection = require('mysql2').createConnection({ uri: url, timezone: 'Z' });
  let count = 0;
  for await (const _row of connection.query(SELECT).stream()) count++;
  connection.end();
  return count;
}

/** @returns readings per second */
async function rate(work) {
  const startMs = performance.now();
  await work();
  return (READINGS * 1000) / (performance.now() - startMs);
}
