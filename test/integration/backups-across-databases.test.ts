// Runs in the full check only: it starts more servers.
// Runs on both profiles: each database has statements of its own.
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backUpDatabase, readBackup, restoreBackup } from '@app/backups';
import { EmbeddedPostgres } from '@app/embedded-postgres';
import { LocalFileStore } from '@app/storage';
import { startBackup, startRestore } from '../factories/backup-commands';
import { fillEveryTable } from '../factories/rows-of-every-table';
import { dropDatabase, openDatabase, type TestDatabase, testEnvironment } from '../harness';
import { describeOnMariaDb } from '../profile';

const environmentOf = (url: string) => testEnvironment({ DATABASE_URL: url });

/** Returns the totals of a backup without the table of leases, because each backup holds a lease of its own. */
async function totalsOf(file: string) {
  const { totals } = await readBackup(createReadStream(file), null);
  delete totals.tables.lease;
  return totals;
}

// The other database is always an embedded PostgreSQL.
describeOnMariaDb('a backup', () => {
  let mariaDb: TestDatabase;
  let postgres: EmbeddedPostgres;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plantroom-across-'));
    // One after the other: a new cluster keeps the processors busy, and a connection is waited for only 5 seconds.
    postgres = await EmbeddedPostgres.start({ dataDir: join(folder, 'postgres'), durable: false });
    mariaDb = await openDatabase();
    await fillEveryTable(mariaDb.dataSource);
  });
  afterAll(async () => {
    await mariaDb.drop();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  const request = () => ({
    files: new LocalFileStore(join(folder, 'files')),
    passphrase: null,
    now: new Date(),
  });
  async function backup(url: string, name: string): Promise<string> {
    const file = join(folder, name);
    await backUpDatabase(url, { ...request(), open: () => createWriteStream(file) });
    return file;
  }

  it('a backup moves every row from MariaDB to PostgreSQL and back without differences', async () => {
    const original = await backup(mariaDb.url, 'original.tar.gz');
    // The types of columns are chosen when the entities load, so this process cannot use the other database.
    const moved = environmentOf(`${postgres.url}/moved`);
    expect(await startRestore(moved, original, false).outcome).toMatchObject({
      code: 0,
      output: expect.stringContaining('Restored and compared'),
    });
    const fromPostgres = join(folder, 'from-postgres.tar.gz');
    expect(await startBackup(moved, fromPostgres).outcome).toMatchObject({ code: 0 });
    // The totals contain the checksum and the next generated id of each table.
    expect(await totalsOf(fromPostgres)).toEqual(await totalsOf(original));

    const returned = `${mariaDb.url}_returned`;
    try {
      await restoreBackup({
        ...request(),
        url: returned,
        fileName: fromPostgres,
        open: () => createReadStream(fromPostgres),
        overwrite: false,
        otherInstallation: false,
        continueWork: true,
      });
      expect(await totalsOf(await backup(returned, 'returned.tar.gz'))).toEqual(await totalsOf(original));
    } finally {
      await dropDatabase(returned);
    }
  });
});
