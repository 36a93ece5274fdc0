// Runs on both profiles: each database has migrations of its own.
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { restoreBackup } from '@app/backups';
import { processDialect } from '@app/config';
import {
  BackupEntity,
  createDatabaseIfMissing,
  createDataSource,
  dropDatabase,
  prepareDatabase,
} from '@app/entities';
import { LocalFileStore } from '@app/storage';
import { type DataSource, IsNull, Not } from 'typeorm';
import { describeSchema } from '../factories/describe-schema';
import { ROWS } from '../factories/rows-of-every-table';
import { openDatabase, type TestDatabase } from '../harness';

const stored = (file: string) => join(__dirname, '..', 'upgrades', file);

/** The tables that versions after 1.0 have added. They are empty after an upgrade. */
const ADDED_TABLES = [
  'baseline',
  'budget',
  'energy_contract',
  'formula_part',
  'gateway',
  'loss',
  'note',
  'price_day',
  'price_series',
  'push_device',
  'reading_correction',
];

describe('an upgrade', () => {
  let fresh: TestDatabase;
  let url: string;

  beforeAll(async () => {
    fresh = await openDatabase();
    url = `${fresh.url}_old`;
  });
  afterEach(() => dropDatabase(url));
  afterAll(() => fresh.drop());

  async function onDatabase<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
    const dataSource = await createDataSource(url).initialize();
    try {
      return await work(dataSource);
    } finally {
      await dataSource.destroy();
    }
  }

  async function createVersion10(): Promise<void> {
    const file = stored(`1.0.0-${processDialect()}.json.gz`);
    const statements = JSON.parse(gunzipSync(readFileSync(file)).toString()) as string[];
    await createDatabaseIfMissing(url);
    await onDatabase(async (dataSource) => {
      for (const statement of statements) await dataSource.query(statement);
      // The stored statements set the ids, so the sequence of PostgreSQL does not know them.
      if (processDialect() === 'postgres') await dataSource.query(`SELECT nextval('migrations_id_seq')`);
    });
  }

  it('a database of version 1.0 gets the schema of a new one, and keeps the rows of every table', async () => {
    await createVersion10();
    await prepareDatabase(url);
    await onDatabase(async (dataSource) => {
      expect(await describeSchema(dataSource)).toEqual(await describeSchema(fresh.dataSource));
      const counts = new Map<string, number>();
      for (const { target, tableName } of dataSource.entityMetadatas) {
        counts.set(tableName, (await dataSource.manager.find(target)).length);
      }
      const [backup] = await dataSource.manager.find(BackupEntity, { where: { error: Not(IsNull()) } });
      expect(backup?.error).toMatchObject({ code: 'other', values: { reason: backup?.error?.message } });
      expect([...counts]).toEqual(
        fresh.dataSource.entityMetadatas.map(({ tableName }) => [
          tableName,
          ADDED_TABLES.includes(tableName) ? 0 : ROWS,
        ]),
      );
    });
  });

  it('a backup of version 0.1 is restored to the schema of a new database', async () => {
    const { totals } = await restoreBackup({
      url,
      open: () => createReadStream(stored('0.1.0.tar.gz')),
      fileName: '0.1.0.tar.gz',
      passphrase: null,
      files: new LocalFileStore(join(process.env.TMPDIR ?? '', 'upgrades')),
      overwrite: false,
      otherInstallation: false,
      continueWork: true,
      now: new Date(),
    });
    expect(Object.values(totals.tables).map(({ rows }) => rows)).toEqual(
      fresh.dataSource.entityMetadatas.slice(ADDED_TABLES.length).map(() => ROWS),
    );
    await prepareDatabase(url);
    await onDatabase(async (dataSource) => {
      expect(await describeSchema(dataSource)).toEqual(await describeSchema(fresh.dataSource));
    });
  });

  it('a database of version 0.1 is refused with the way to keep its data, and does not change', async () => {
    await createDatabaseIfMissing(url);
    const describe = () =>
      onDatabase(async (dataSource) => [
        await describeSchema(dataSource),
        await dataSource.query('SELECT * FROM migrations'),
      ]);
    await prepareDatabase(url);
    await onDatabase((dataSource) =>
      dataSource.query(
        `UPDATE migrations SET timestamp = 1700000004370, name = 'EndedSessions1700000004370'`,
      ),
    );
    const before = await describe();
    await expect(prepareDatabase(url)).rejects.toThrow(
      /^The database was created by Plantroom 0\.1.*npm run backup.*npm run restore -- FILE --overwrite/,
    );
    expect(await describe()).toEqual(before);
  });
});
