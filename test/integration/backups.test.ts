// Runs in the full check only: it backs up and restores every table.
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import {
  backUpDatabase,
  BackupFileError,
  BackupRefusal,
  type BackupTotals,
  createBackup,
  openForBackup,
  readBackup,
  restoreBackup,
  type RestoreRequest,
} from '@app/backups';
import { StoredFilesService } from '@app/domain';
import {
  CalendarEntity,
  FileRemovalEntity,
  InstallationEntity,
  inTransaction,
  UserEntity,
  WorkflowMemoryEntity,
} from '@app/entities';
import { FixedClock } from '@app/kernel';
import { LocalFileStore } from '@app/storage';
import { fillEveryTable, ROWS } from '../factories/rows-of-every-table';
import { dropDatabase, openDatabase, type TestDatabase } from '../harness';

const PASSPHRASE = 'correct horse battery staple';
const NOW = new Date('2026-03-29T01:30:00.000Z');
/** The only stored file. The other keys in the database do not lead to files. */
const PICTURE = 'avatars/0192f0c1-0000-7000-8000-000000000001.png';

/** Replaces a text in a backup with another one of the same length, and updates the checksum at its end. */
function rewritten(bytes: Buffer, text: string, replacement: string): Buffer {
  const plain = gunzipSync(bytes).toString('latin1').replace(text, replacement);
  const content = gzipSync(Buffer.from(plain, 'latin1'));
  const checksum = createHash('sha256').update(content).digest('hex');
  // The trailer is a gzip member with a header of ten bytes. Its comment is the checksum.
  const at = bytes.lastIndexOf('sha256=');
  const comment = Buffer.from(`sha256=${checksum}`);
  return Buffer.concat([content, bytes.subarray(at - 10, at), comment, bytes.subarray(at + comment.length)]);
}

/** Creates a database of another installation. @returns its URL */
async function databaseWithData(): Promise<string> {
  const { dataSource, url } = await openDatabase();
  const calendar = { name: 'Own', timezone: null, areaIds: [], weekly: [], exceptions: [] };
  await dataSource.manager.save(CalendarEntity, calendar);
  await dataSource.destroy();
  return url;
}

describe('a backup', () => {
  let source: TestDatabase;
  let folder: string;
  let files: LocalFileStore;
  let bytes: Buffer;
  /** The same backup, encrypted. */
  let secret: Buffer;
  let totals: BackupTotals;
  /** Databases that a test has created. */
  let created: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plantroom-backups-'));
    files = new LocalFileStore(join(folder, 'source'));
    source = await openDatabase();
    await fillEveryTable(source.dataSource);
    await source.dataSource.manager.update(UserEntity, { id: 1 }, { avatarFile: PICTURE });
    await files.write(PICTURE, Buffer.from('a picture'));
    ({ bytes, totals } = await backup());
    ({ bytes: secret } = await backup(source.url, PASSPHRASE));
  });
  afterAll(async () => {
    await source.drop();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => (created = []));
  afterEach(async () => {
    for (const url of created) await dropDatabase(url);
  });

  async function backup(url = source.url, passphrase: string | null = null, signal?: AbortSignal) {
    const output = new PassThrough();
    const written = buffer(output);
    written.catch(() => undefined);
    const dataSource = await openForBackup(url);
    try {
      const totals = await createBackup({ dataSource, files, output, passphrase, now: NOW, signal });
      return { bytes: await written, totals };
    } finally {
      await dataSource.destroy();
    }
  }

  const restore = (url: string, content: Buffer, overrides: Partial<RestoreRequest> = {}) =>
    restoreBackup({
      url,
      fileName: 'backup.tar.gz',
      open: () => Readable.from([content]),
      passphrase: null,
      files: new LocalFileStore(join(folder, 'target')),
      overwrite: false,
      otherInstallation: false,
      continueWork: true,
      now: NOW,
      ...overrides,
    });

  /** Creates a database with the schema, but without data. @returns its URL */
  async function emptyDatabase(): Promise<string> {
    const { dataSource, url } = await openDatabase();
    await dataSource.destroy();
    created.push(url);
    return url;
  }

  it('a backup contains every row of every table, and every file', async () => {
    const content = await readBackup(Readable.from([bytes]), null);
    expect(content.totals).toEqual(totals);
    const { entityMetadatas } = source.dataSource;
    expect(content.manifest.tables.map(({ name }) => name).sort()).toEqual(
      entityMetadatas.map(({ tableName }) => tableName).sort(),
    );
    for (const { tableName } of entityMetadatas) expect(totals.tables[tableName]?.rows).toBe(ROWS);
    expect(totals.files).toMatchObject({ count: 1, bytes: 9, missing: expect.any(Number) });
    expect(content.manifest).toMatchObject({
      installationId: (await source.dataSource.manager.findOneByOrFail(InstallationEntity, { id: 1 }))
        .installationId,
      createdAt: NOW.toISOString(),
      includesFiles: true,
      migrations: source.dataSource.migrations.map(({ constructor }) => constructor.name),
    });
  });

  it('a backup is restored to the same rows, generated ids and files', async () => {
    // The rows that migrations insert do not count as data, so the restore needs no permission to replace them.
    const url = await emptyDatabase();
    const result = await restore(url, secret, { passphrase: PASSPHRASE });
    expect(result).toMatchObject({ totals, missingFiles: totals.files.missing });
    // The totals contain the checksum and the next generated id of each table.
    expect((await backup(url)).totals).toEqual(totals);
    expect(await readdir(join(folder, 'target', 'avatars'))).toEqual([PICTURE.split('/')[1]]);

    const dataSource = await openForBackup(url);
    try {
      const calendar = { name: 'New', timezone: null, areaIds: [], weekly: [], exceptions: [] };
      // The next id follows the ids of rows that were deleted before the backup.
      expect(await dataSource.manager.save(CalendarEntity, calendar)).toMatchObject({ id: 4711 });
    } finally {
      await dataSource.destroy();
    }
  });

  it('a backup is one snapshot, even if other processes write meanwhile', async () => {
    const { dataSource } = source;
    const stop = new AbortController();
    const calendar = { name: '0', timezone: null, areaIds: [], weekly: [], exceptions: [] };
    const { id } = await dataSource.manager.save(CalendarEntity, calendar);
    await dataSource.manager.insert(WorkflowMemoryEntity, { name: 'count', value: '0' });
    // Each transaction writes the same number to two tables. A backup reads one of them early and the other one late.
    const writing = (async () => {
      for (let count = 1; !stop.signal.aborted; count++) {
        await dataSource.transaction(async (manager) => {
          await manager.update(CalendarEntity, { id }, { name: `${count}` });
          await manager.upsert(WorkflowMemoryEntity, { name: 'count', value: `${count}` }, ['name']);
        });
      }
    })();
    try {
      const counts = new Set<string>();
      while (counts.size < 2) {
        const found: Record<string, string> = {};
        const { bytes: written } = await backup();
        await readBackup(Readable.from([written]), null, {
          rows: async ({ name }, lines) => void (found[name] = lines.toString()),
        });
        const [, count = 'none'] = new RegExp(`^\\[${id},"(\\d+)"`, 'm').exec(found.calendar ?? '') ?? [];
        expect(found.workflow_memory).toContain(`["count","${count}",`);
        counts.add(count);
      }
    } finally {
      stop.abort();
      await writing;
    }
  });

  it('a backup contains each file of its snapshot, even if the file is deleted before it is read', async () => {
    const { dataSource } = source;
    const stored = new StoredFilesService(dataSource, files, new FixedClock(NOW.getTime()));
    const content = Readable.from([Buffer.from('another picture')]);
    const { storageKey } = await stored.receive({ folder: 'avatars', fileName: 'picture.png', content });
    await inTransaction(dataSource, async (manager) => {
      await stored.adopt(manager, storageKey);
      await manager.update(UserEntity, { id: 2 }, { avatarFile: storageKey });
    });
    const { totals: before } = await backup();

    const open = files.open.bind(files);
    const opening = jest.spyOn(files, 'open').mockImplementationOnce(async (key) => {
      // The backup opens the first file after it has read all tables.
      await inTransaction(dataSource, async (manager) => {
        await manager.update(UserEntity, { id: 2 }, { avatarFile: null });
        await stored.release(manager, storageKey);
      });
      await stored.discard(storageKey);
      return open(key);
    });
    try {
      const output = new PassThrough();
      const request = { files, open: () => output.resume(), passphrase: null, now: NOW };
      expect((await backUpDatabase(source.url, request)).files).toEqual(before.files);
    } finally {
      opening.mockRestore();
    }

    const planned = await dataSource.manager.findOneByOrFail(FileRemovalEntity, { storageKey });
    expect(planned.dueAt.getTime() - NOW.getTime()).toBe(600_000);
    await stored.discard(storageKey);
    expect(await files.open(storageKey)).toBeNull();
  });

  it('a backup stops when it is aborted', async () => {
    const abort = AbortSignal.abort(new Error('The worker ends.'));
    await expect(backup(source.url, null, abort)).rejects.toThrow('The worker ends.');
  });

  it('a backup is refused if a newer version of the product has changed the database', async () => {
    const url = await emptyDatabase();
    const dataSource = await openForBackup(url);
    await dataSource.query(
      `INSERT INTO migrations (timestamp, name) VALUES (9000000000000, 'Future9000000000000')`,
    );
    await dataSource.destroy();
    await expect(backup(url)).rejects.toThrow(/newer version of Plantroom has changed the database/);
  });

  describe('that is restored to a database with data', () => {
    let url: string;
    let before: BackupTotals;

    beforeAll(async () => {
      url = await databaseWithData();
      before = (await backup(url)).totals;
    });
    afterAll(() => dropDatabase(url));

    const unchanged = async () => expect((await backup(url)).totals).toEqual(before);

    it('a restore replaces existing data, and that of another installation, only if the caller permits it', async () => {
      const other = await databaseWithData();
      created.push(other);
      await expect(restore(other, bytes)).rejects.toThrow(/is not empty.*--overwrite/);
      await expect(restore(other, bytes, { overwrite: true })).rejects.toThrow(/--other-installation/);
      expect((await backup(other)).totals).toEqual(before);
      await restore(other, bytes, { overwrite: true, otherInstallation: true });
      expect((await backup(other)).totals).toEqual(totals);
    });

    it('a restore changes nothing if the file is damaged, cannot be decrypted or was written by a newer version of the product', async () => {
      const middle = Buffer.from(bytes);
      const at = Math.floor(middle.length / 2);
      middle.writeUInt8(middle.readUInt8(at) ^ 1, at);
      const permitted = { overwrite: true, otherInstallation: true };
      const refused = expect.any(BackupFileError);
      await expect(restore(url, bytes.subarray(0, -1000), permitted)).rejects.toEqual(refused);
      await expect(restore(url, middle, permitted)).rejects.toEqual(refused);
      await expect(restore(url, secret, permitted)).rejects.toThrow(/encrypted.*BACKUP_PASSPHRASE/);
      const wrong = { ...permitted, passphrase: `${PASSPHRASE}.` };
      await expect(restore(url, secret, wrong)).rejects.toThrow(/cannot be decrypted/);

      const { name } = (source.dataSource.migrations.at(-1) as object).constructor;
      const unknown = `X${name.slice(1)}`;
      const format = rewritten(bytes, '"formatVersion": 1', '"formatVersion": 2');
      const tables = rewritten(bytes, name, unknown);
      await expect(restore(url, format, permitted)).rejects.toThrow('format version 2');
      await expect(restore(url, tables, permitted)).rejects.toThrow(`unknown migration ${unknown}`);
      await unchanged();
    });

    it('a restore changes nothing while another process is connected', async () => {
      const process = await openForBackup(url);
      const refused = restore(url, bytes, { overwrite: true, otherInstallation: true });
      await expect(refused).rejects.toThrow(BackupRefusal);
      await expect(refused).rejects.toThrow(/Another connection uses the database/);
      await process.destroy();
      await unchanged();
    });
  });
});
