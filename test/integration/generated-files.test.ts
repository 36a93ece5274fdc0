import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { FilesService, PlatformModule } from '@app/domain';
import { FileReader, type FileUse, FileUseSource, GeneratedFiles } from '@app/domain/testing';
import { FileEntity, FileRemovalEntity, inTransaction } from '@app/entities';
import { Actor, say } from '@app/kernel';
import { FileStore } from '@app/storage';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import type { DataSource } from 'typeorm';
import { openDatabase, type TestDatabase, testEnvironment, waitFor } from '../harness';
import { processModules } from '../factories/process-modules';

/** A feature whose records refer to files. */
class TestUses extends FileUseSource {
  readonly fileIds = new Set<string>();

  async find(_manager: unknown, fileId: string): Promise<FileUse[]> {
    return this.fileIds.has(fileId)
      ? [{ record: 'report 12', use: say('used_by_workflow', { name: 'Weekly' }) }]
      : [];
  }
}

const ENGINEER = Actor.user(2, 'engineer', 'eve');
const ADMIN = Actor.user(1, 'admin', 'ann');
const ORIGIN = { producer: 'exports', producerKey: 'job-1' };

async function* lostContent() {
  yield 'begin';
  throw new Error('lost');
}

describe('generated files', () => {
  let database: TestDatabase;
  let module: TestingModule;
  let folder: string;
  let dataSource: DataSource;
  let generated: GeneratedFiles;
  let files: FilesService;
  let reader: FileReader;
  let uses: TestUses;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await openDatabase();
    ({ dataSource } = database);
    const environment = testEnvironment({ DATABASE_URL: database.url });
    folder = join(environment.DATA_DIR, 'uploads');
    module = await Test.createTestingModule({
      imports: [...processModules(environment), PlatformModule],
      providers: [TestUses],
    }).compile();
    await module.init();
    generated = module.get(GeneratedFiles);
    files = module.get(FilesService);
    reader = module.get(FileReader);
    uses = module.get(TestUses);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    uses.fileIds.clear();
    for (const { id } of await dataSource.manager.find(FileEntity)) await files.remove(ADMIN, id);
  });
  afterAll(async () => {
    await module.close();
    await database.drop();
  });

  const write = (overrides: Partial<Parameters<GeneratedFiles['write']>[0]> = {}) =>
    generated.write({
      name: 'energy.csv',
      mimeType: 'text/csv',
      category: 'export',
      createdBy: 'ann',
      write: (stream) => pipeline(['a;', 'b\n'], stream),
      ...overrides,
    });

  async function remains() {
    const names = await readdir(folder, { recursive: true }).catch(() => []);
    return {
      rows: await dataSource.manager.count(FileEntity),
      removals: await dataSource.manager.count(FileRemovalEntity),
      names: names.filter((name) => name.includes('.')),
    };
  }

  const isStored = async () => (await remains()).names.some((name) => name.endsWith('.bin'));

  const NOTHING = { rows: 0, removals: 0, names: [] };

  async function contentOf(id: string): Promise<string> {
    return text((await reader.open(id)).content);
  }

  it('generated files have the size and the hash of their content', async () => {
    const file = await write({ name: 'Energy 1/2.csv' });
    expect(file).toMatchObject({
      name: 'Energy 1-2.csv',
      mimeType: 'text/csv',
      sizeBytes: 4,
      sha256: createHash('sha256').update('a;b\n').digest('hex'),
      category: 'export',
      createdBy: 'ann',
      producer: null,
      producerKey: null,
    });
    expect(await files.find(ENGINEER, file.id)).toEqual(file);
    expect(await contentOf(file.id)).toBe('a;b\n');
    expect(await remains()).toMatchObject({ rows: 1, removals: 0 });
  });

  it('generated files can be written without an explicit end of the stream', async () => {
    const { sizeBytes } = await write({ write: async (stream) => void stream.write('abc') });
    expect(sizeBytes).toBe(3);
  });

  it('generated files do not exist until their content is complete', async () => {
    let stream: Writable | undefined;
    const writing = write({
      write: async (content) => {
        stream = content;
        await once(content, 'finish');
      },
    });
    await waitFor(() => stream?.write('begin'), { what: 'the stream' });
    const begun = async () => (await remains()).names.length === 1;
    await waitFor(begun, { what: 'the beginning of the content' });
    expect(await remains()).toMatchObject({ rows: 0, removals: 1 });
    stream?.end();
    expect(await contentOf((await writing).id)).toBe('begin');
  });

  describe('that cannot be completed', () => {
    it('nothing of a generated file is stored if its writer fails at once', async () => {
      const failing = write({ write: () => Promise.reject(new Error('no data')) });
      await expect(failing).rejects.toThrow('no data');
      expect(await remains()).toEqual(NOTHING);
    });

    it('nothing of a generated file is stored if its writer throws', async () => {
      const failing = write({
        write: () => {
          throw new Error('no data');
        },
      });
      await expect(failing).rejects.toThrow('no data');
      expect(await remains()).toEqual(NOTHING);
    });

    it('nothing of a generated file is stored if the source of its content fails', async () => {
      const failing = write({ write: (stream) => pipeline(lostContent(), stream) });
      await expect(failing).rejects.toThrow('lost');
      expect(await remains()).toEqual(NOTHING);
    });

    it('nothing of a generated file is stored if its writer fails after the end of the stream', async () => {
      const failing = write({
        write: async (stream) => {
          await pipeline(['all'], stream);
          await waitFor(isStored, { what: 'the stored content' });
          throw new Error('late');
        },
      });
      await expect(failing).rejects.toThrow('late');
      expect(await remains()).toEqual(NOTHING);
    });

    it.each(['before', 'while'])(
      'nothing of a generated file is stored if the job is aborted %s the file is written',
      async (when) => {
        const controller = new AbortController();
        if (when === 'before') controller.abort();
        async function* content() {
          yield 'begin';
          controller.abort();
          yield 'more';
        }
        const failing = write({
          signal: controller.signal,
          write: (stream) => pipeline(content(), stream),
        });
        await expect(failing).rejects.toMatchObject({ name: 'AbortError' });
        expect(await remains()).toEqual(NOTHING);
      },
    );

    it('nothing of a generated file is stored if the file store fails, even if the writer never ends', async () => {
      jest.spyOn(module.get(FileStore), 'write').mockRejectedValueOnce(new Error('disk full'));
      const failing = write({
        write: (stream) => new Promise((resolve) => void stream.once('drain', resolve)),
      });
      await expect(failing).rejects.toThrow('disk full');
      expect(await remains()).toEqual(NOTHING);
    });
  });

  describe('with an origin', () => {
    it('generated files are written only once, and a repeated call returns the same file', async () => {
      const first = await write({ origin: ORIGIN });
      const again = jest.fn();
      expect(await write({ origin: ORIGIN, name: 'other.csv', write: again })).toEqual(first);
      expect(again).not.toHaveBeenCalled();
      expect(await remains()).toMatchObject({ rows: 1, removals: 0 });
      const other = await write({ origin: { ...ORIGIN, producerKey: 'JOB-1' } });
      expect(other.id).not.toBe(first.id);
    });

    it('generated files are stored only once if several processes write them at once', async () => {
      let begun = 0;
      const allBegun = () => begun === 4;
      const written = await Promise.all(
        Array.from({ length: 4 }, () =>
          write({
            origin: ORIGIN,
            write: async (stream) => {
              begun += 1;
              await waitFor(allBegun, { what: 'the other writers' });
              await pipeline(['same'], stream);
            },
          }),
        ),
      );
      expect(new Set(written.map(({ id }) => id)).size).toBe(1);
      expect(await remains()).toMatchObject({ rows: 1, removals: 0, names: [expect.any(String)] });
    });

    it('generated files can be written again after their deletion', async () => {
      const { id } = await write({ origin: ORIGIN });
      await files.remove(ADMIN, id);
      expect((await write({ origin: ORIGIN })).id).not.toBe(id);
    });
  });

  it('generated files are not deleted if a transaction begins to use them at the same time', async () => {
    const { id } = await write();
    let removing: Promise<unknown> | undefined;
    await inTransaction(dataSource, async (manager) => {
      expect(await reader.hasFile(manager, id)).toBe(true);
      removing = files.remove(ENGINEER, id).catch((error: unknown) => error);
      // Without the lock, the removal would finish before these statements have run.
      for (let count = 0; count < 50; count++) await manager.query('SELECT 1');
      uses.fileIds.add(id);
    });
    expect(await removing).toMatchObject({ code: 'file_in_use' });
    expect(await contentOf(id)).toBe('a;b\n');
  });

  it('a backup can be opened only as a backup, and other generated files only as files', async () => {
    const backup = await write({ category: 'backup' });
    const other = await write({ category: 'report' });
    await expect(reader.open(backup.id)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(reader.openBackup(other.id)).rejects.toMatchObject({ kind: 'not_found' });
    expect(await text((await reader.openBackup(backup.id)).content)).toBe('a;b\n');
    const has = (id: string) => inTransaction(dataSource, (manager) => reader.hasFile(manager, id));
    expect(await has(backup.id)).toBe(false);
    expect(await has(other.id)).toBe(true);
    expect(await has('01900000-0000-7000-8000-000000000000')).toBe(false);
  });
});
