/**
 * Restores a backup for `backups.mjs`, and compares the result. It replaces the data in `DATABASE_URL`, if there is
 * any.
 */
import 'reflect-metadata';
import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { built } from './built.mjs';
import { peakMemoryMib } from './process-usage.mjs';

const { createBackup, openForBackup, restoreBackup } = built('libs/backups/src');
const { LocalFileStore } = built('libs/storage/src');

const [database, origin, file] = process.argv.slice(2);
const url = process.env.DATABASE_URL;

const startMs = performance.now();
const { totals } = await restoreBackup({
  url,
  fileName: origin,
  open: () => createReadStream(file),
  passphrase: null,
  files: new LocalFileStore(join(dirname(file), 'uploads')),
  overwrite: true,
  otherInstallation: true,
  continueWork: false,
  now: new Date(),
});
const seconds = (performance.now() - startMs) / 1000;
const memoryMib = peakMemoryMib(process.pid);
const same = isDeepStrictEqual((await dump()).tables, totals.tables);
console.log(
  `${database}, restore of the backup of ${origin}: ${seconds.toFixed(1)} s, peak memory ${Math.round(memoryMib)} MiB`,
);
if (!same) throw new Error('The restored data differs from the backup.');

/** Writes a backup of the restored data, and discards it. */
async function dump() {
  const dataSource = await openForBackup(url);
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await createBackup({ dataSource, files: null, output, passphrase: null, now: new Date() });
  } finally {
    await dataSource.destroy();
  }
}
