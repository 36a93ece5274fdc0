import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { PlatformModule, StoredFilesService } from '@app/domain';
import { FileRemovalEntity, inTransaction } from '@app/entities';
import { Clock } from '@app/kernel';
import { FileStore } from '@app/storage';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import type { DataSource } from 'typeorm';
import { openDatabase, type TestDatabase, testEnvironment } from '../harness';
import { processModules } from '../factories/process-modules';

const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

describe('stored files', () => {
  let database: TestDatabase;
  let module: TestingModule;
  let files: StoredFilesService;
  let dataSource: DataSource;
  let nowMs: number;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
    const environment = testEnvironment({ DATABASE_URL: database.url });
    module = await Test.createTestingModule({
      imports: [...processModules(environment), PlatformModule],
    })
      .overrideProvider(Clock)
      .useValue({ now: () => new Date(nowMs) })
      .compile();
    await module.init();
    files = module.get(StoredFilesService);
    ({ dataSource } = database);
  });
  beforeEach(() => {
    nowMs = Date.parse('2026-11-20T12:00:00Z');
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await module.close();
    await database.drop();
  });

  const receive = (text = 'content', limitBytes = 1000) =>
    files.receive({
      folder: 'models',
      fileName: 'a.glb',
      content: Readable.from([Buffer.from(text)]),
      limitBytes,
    });
  const adopt = (key: string) => inTransaction(dataSource, (manager) => files.adopt(manager, key));
  const release = (key: string) => inTransaction(dataSource, (manager) => files.release(manager, key));
  const planned = () => dataSource.manager.countBy(FileRemovalEntity, {});

  async function contentOf(key: string): Promise<string | null> {
    const file = await files.open(key);
    return file && String(await buffer(file.stream));
  }

  it('stored files are kept if a record refers to them', async () => {
    const { storageKey } = await receive();
    await adopt(storageKey);
    await files.discard(storageKey);
    nowMs += 48 * HOUR_MS;
    await files.removeDue(never);
    expect(await contentOf(storageKey)).toBe('content');
    expect(await planned()).toBe(0);
  });

  it('stored files have names of 128 random bits', async () => {
    const keys = await Promise.all([receive(), receive()]);
    for (const { storageKey } of keys) {
      expect(storageKey).toMatch(/^models\/[0-9a-f]{32}\.bin$/);
      await files.discard(storageKey);
    }
    expect(keys[0]?.storageKey).not.toBe(keys[1]?.storageKey);
  });

  it('stored files are removed at once if no record refers to them', async () => {
    const { storageKey } = await receive();
    await files.discard(storageKey);
    expect(await contentOf(storageKey)).toBeNull();
    expect(await planned()).toBe(0);
  });

  it('a file that is too large is refused, and no part of it is stored', async () => {
    await expect(receive('content', 3)).rejects.toMatchObject({ kind: 'too_large' });
    expect(await planned()).toBe(0);
  });

  it('stored files are removed after a day if the process ended before it stored a record that refers to them', async () => {
    const { storageKey } = await receive();
    nowMs += 23 * HOUR_MS;
    await files.removeDue(never);
    expect(await contentOf(storageKey)).toBe('content');
    nowMs += 2 * HOUR_MS;
    await files.removeDue(never);
    expect(await contentOf(storageKey)).toBeNull();
    await expect(adopt(storageKey)).rejects.toMatchObject({ code: 'upload_expired' });
  });

  it('stored files are removed later if the process ended between the deletion of the record and the removal of the file', async () => {
    const { storageKey } = await receive();
    await adopt(storageKey);
    await release(storageKey);
    expect(await contentOf(storageKey)).toBe('content');
    await files.removeDue(never);
    expect(await contentOf(storageKey)).toBeNull();
    expect(await planned()).toBe(0);
  });

  it('stored files are kept if the transaction that deletes their record is rolled back', async () => {
    const { storageKey } = await receive();
    await adopt(storageKey);
    const failed = inTransaction(dataSource, async (manager) => {
      await files.release(manager, storageKey);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await files.removeDue(never);
    expect(await contentOf(storageKey)).toBe('content');
  });

  it('stored files are removed later if the store fails', async () => {
    const { storageKey } = await receive();
    jest.spyOn(module.get(FileStore), 'remove').mockRejectedValueOnce(new Error('The store is down.'));
    await files.discard(storageKey);
    await files.removeDue(never);
    expect(await planned()).toBe(1);
    nowMs += HOUR_MS;
    await files.removeDue(never);
    expect(await contentOf(storageKey)).toBeNull();
    expect(await planned()).toBe(0);
  });

  it('stored files are not removed while a transaction stores a record that refers to them', async () => {
    const { storageKey } = await receive();
    let discarding: Promise<void> | undefined;
    await inTransaction(dataSource, async (manager) => {
      await files.adopt(manager, storageKey);
      discarding = files.discard(storageKey);
      // The statement of `discard` waits for this transaction or runs after it.
      await setImmediate();
    });
    await discarding;
    expect(await contentOf(storageKey)).toBe('content');
  });
});
