// Runs in the full check only: it starts more servers.
// Runs on both profiles: each database has statements of its own.
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBackup } from '@app/backups';
import { EmbeddedPostgres } from '@app/embedded-postgres';
import { PlatformConfigurationEntity } from '@app/entities';
import { anAccount, PASSWORD } from '../factories/an-account';
import { startBackup, startRestore } from '../factories/backup-commands';
import { fillEveryTable } from '../factories/rows-of-every-table';
import { dropDatabase, openDatabase, type TestDatabase, testEnvironment } from '../harness';
import { describeOnMariaDb } from '../profile';
import { AppProcess } from '../servers/app-process';

const environmentOf = (url: string) => testEnvironment({ DATABASE_URL: url });

/** Returns the totals of a backup without the table of leases, because each backup holds a lease of its own. */
async function totalsOf(file: string) {
  const { totals } = await readBackup(createReadStream(file), null);
  delete totals.tables.lease;
  return totals;
}

async function restore(url: string, file: string): Promise<void> {
  const outcome = await startRestore(environmentOf(url), file, false).outcome;
  expect(outcome).toMatchObject({ code: 0, output: expect.stringContaining('Restored and compared') });
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

  async function backup(url: string, name: string): Promise<string> {
    const file = join(folder, name);
    expect(await startBackup(environmentOf(url), file).outcome).toMatchObject({ code: 0 });
    return file;
  }

  it('a backup moves every row and every password from MariaDB to PostgreSQL and back without differences', async () => {
    const { username } = await anAccount(mariaDb.dataSource);
    // An api cannot start with the made-up configuration. Without one, it creates its own.
    await mariaDb.dataSource.manager.delete(PlatformConfigurationEntity, { id: 1 });
    const original = await backup(mariaDb.url, 'original.tar.gz');
    const moved = `${postgres.url}/moved`;
    await restore(moved, original);
    const fromPostgres = await backup(moved, 'from-postgres.tar.gz');
    // The totals contain the checksum and the next generated id of each table.
    expect(await totalsOf(fromPostgres)).toEqual(await totalsOf(original));

    const returned = `${mariaDb.url}_returned`;
    try {
      await restore(returned, fromPostgres);
      expect(await totalsOf(await backup(returned, 'returned.tar.gz'))).toEqual(await totalsOf(original));
    } finally {
      await dropDatabase(returned);
    }

    // The types of columns are chosen when the entities load, so this process cannot serve the other database.
    const api = await new AppProcess(
      'api',
      testEnvironment({ DATABASE_URL: moved, QUEUE_URL: moved }),
    ).start();
    const { status } = await fetch(`${api.address}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD }),
    });
    expect(status).toBe(200);
    await api.stop();
  });
});
