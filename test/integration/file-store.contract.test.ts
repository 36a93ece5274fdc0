import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { type ByteRange, type FileStore, LocalFileStore, S3FileStore } from '@app/storage';
import { waitFor } from '../harness';
import { ObjectStore } from '../servers/object-store';

const MEBIBYTE = 1024 * 1024;
/** More than two parts of a multipart upload. The length is not a multiple of the size of a part. */
const LARGE = randomBytes(11 * MEBIBYTE + 7);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface Trial {
  store: FileStore;
  /** Lists the keys of all files, and the remains of unfinished writes. */
  remains(): Promise<string[]>;
  stop(): Promise<void>;
}

async function onLocalFolder(): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), 'file-store-'));
  const remains = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  };
  return { store: new LocalFileStore(folder), remains, stop: () => rm(folder, { recursive: true }) };
}

async function onObjectStore(): Promise<Trial> {
  const server = await ObjectStore.start();
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = server.environment;
  const store = new S3FileStore({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    region: 'us-east-1',
    callMs: 8000,
  });
  return {
    store,
    remains: async () => [...(await server.keys()), ...(await server.unfinished())],
    stop: async () => {
      store.onModuleDestroy();
      await server.stop();
    },
  };
}

/** Yields `bytes` in chunks of uneven size, and then throws `error` if it is given. */
async function* chunks(bytes: Buffer, error?: Error): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 99_991) yield bytes.subarray(at, at + 99_991);
  if (error) throw error;
}

describe.each([
  ['a local folder', onLocalFolder],
  ['an S3-compatible store', onObjectStore],
])('the file store in %s', (_, start) => {
  let trial: Trial;
  let store: FileStore;

  beforeAll(async () => {
    trial = await start();
    ({ store } = trial);
  });
  afterEach(async () => {
    await store.removeUnfinished(new Date(Date.now() + 60_000));
    for (const key of await trial.remains()) await store.remove(key);
  });
  afterAll(() => trial.stop());

  async function contentOf(key: string, range?: ByteRange): Promise<Buffer | null> {
    const file = await store.open(key, range);
    return file && buffer(file.stream);
  }

  it.each([
    ['bytes', Buffer.from('bytes'), (bytes: Buffer) => bytes],
    ['an empty file', Buffer.alloc(0), (bytes: Buffer) => bytes],
    ['a stream', Buffer.from('a stream'), (bytes: Buffer) => Readable.from(chunks(bytes))],
    ['exactly one part', LARGE.subarray(0, 5 * MEBIBYTE), (bytes: Buffer) => Readable.from(chunks(bytes))],
    ['several parts', LARGE, (bytes: Buffer) => Readable.from(chunks(bytes))],
  ])(
    'the file store returns the written content, its size and its hash: %s',
    async (_name, bytes, contentFrom) => {
      const written = await store.write('models/one.bin', contentFrom(bytes));
      expect(written).toEqual({ sizeBytes: bytes.length, sha256: sha256(bytes) });
      const file = await store.open('models/one.bin');
      expect(file?.sizeBytes).toBe(bytes.length);
      // Compare with `equals`, because Jest takes seconds to compare large buffers.
      expect((await buffer(file?.stream ?? Readable.from([]))).equals(bytes)).toBe(true);
      expect(await trial.remains()).toEqual(['models/one.bin']);
    },
  );

  it('the file store returns a range of bytes, and the size of the whole file', async () => {
    await store.write('models/one.bin', LARGE);
    for (const range of [
      { start: 0, end: 1 },
      { start: 1, end: 6 * MEBIBYTE },
      { start: LARGE.length - 1, end: LARGE.length - 1 },
    ]) {
      const file = await store.open('models/one.bin', range);
      expect(file?.sizeBytes).toBe(LARGE.length);
      file?.stream.destroy();
      const expected = LARGE.subarray(range.start, range.end + 1);
      expect((await contentOf('models/one.bin', range))?.equals(expected)).toBe(true);
    }
  });

  it('the file store replaces a file', async () => {
    await store.write('models/one.bin', LARGE.subarray(0, 6 * MEBIBYTE));
    await store.write('models/one.bin', Buffer.from('after'));
    expect(String(await contentOf('models/one.bin'))).toBe('after');
  });

  it('the file store returns null for a file that was never written or was removed', async () => {
    expect(await store.open('models/none.bin')).toBeNull();
    expect(await store.open('models/none.bin', { start: 0, end: 0 })).toBeNull();
    await store.write('models/one.bin', Buffer.from('bytes'));
    await store.remove('models/one.bin');
    await store.remove('models/one.bin');
    expect(await store.open('models/one.bin')).toBeNull();
    expect(await trial.remains()).toEqual([]);
  });

  it.each([20, 7 * MEBIBYTE])(
    'the file store keeps the previous file and nothing else if the stream of the new content fails after %d bytes',
    async (length) => {
      await store.write('models/one.bin', Buffer.from('before'));
      const broken = () => Readable.from(chunks(LARGE.subarray(0, length), new Error('broke off')));
      await expect(store.write('models/one.bin', broken())).rejects.toThrow('broke off');
      await expect(store.write('models/two.bin', broken())).rejects.toThrow('broke off');
      expect(await trial.remains()).toEqual(['models/one.bin']);
      expect(String(await contentOf('models/one.bin'))).toBe('before');
    },
  );

  it.each([8, 6 * MEBIBYTE])(
    'the file store accepts a file of %d bytes if this is the limit, and refuses a file with one byte more',
    async (limit) => {
      const write = (length: number) =>
        store.write('models/one.bin', Readable.from(chunks(LARGE.subarray(0, length))), {
          limitBytes: limit,
        });
      await expect(write(limit + 1)).rejects.toMatchObject({ kind: 'too_large' });
      expect(await trial.remains()).toEqual([]);
      expect(await write(limit)).toMatchObject({ sizeBytes: limit });
    },
  );

  it('the file store stores nothing from a source that failed before the write', async () => {
    const source = Readable.from(chunks(LARGE));
    source.on('error', () => undefined).destroy(new Error('broke off'));
    await expect(store.write('models/one.bin', source)).rejects.toBeInstanceOf(Error);
    await setImmediate();
    expect(await trial.remains()).toEqual([]);
  });

  it('the file store reports the error of a source that fails before it is read', async () => {
    const source = Readable.from(chunks(LARGE));
    const writing = store.write('models/one.bin', source);
    source.destroy(new Error('broke off'));
    await expect(writing).rejects.toThrow('broke off');
    expect(await trial.remains()).toEqual([]);
  });

  it('the file store destroys its source if the file is too large', async () => {
    const source = Readable.from(chunks(LARGE));
    await expect(store.write('models/one.bin', source, { limitBytes: 10 })).rejects.toThrow('too large');
    expect(source.destroyed).toBe(true);
  });

  it('the file store keeps the complete content of exactly one of several concurrent writes', async () => {
    const contents = ['a', 'b', 'c', 'd'].map((letter) => Buffer.from(letter.repeat(200_000)));
    await Promise.all(contents.map((bytes) => store.write('models/one.bin', bytes)));
    expect(contents.map(String)).toContain(String(await contentOf('models/one.bin')));
    expect(await trial.remains()).toEqual(['models/one.bin']);
  });

  it('the file store removes old unfinished writes, but no files and no recent writes', async () => {
    await store.write('models/one.bin', Buffer.from('bytes'));
    const source = new Readable({ read: () => undefined });
    const writing = store.write('models/two.bin', source);
    writing.catch(() => undefined);
    source.push(LARGE.subarray(0, 6 * MEBIBYTE));
    await waitFor(async () => (await trial.remains()).length === 2, { what: 'the beginning of the write' });
    expect(await store.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0);
    expect(await trial.remains()).toHaveLength(2);
    expect(await store.removeUnfinished(new Date(Date.now() + 60_000))).toBe(1);
    expect(await trial.remains()).toEqual(['models/one.bin']);
    source.push(null);
    await expect(writing).rejects.toMatchObject({ message: expect.any(String) });
    expect(await trial.remains()).toEqual(['models/one.bin']);
  });

  it('the file store rejects malformed keys', async () => {
    const parents = ['../secret.txt', '/etc/passwd', 'a/../../secret.txt'];
    for (const key of [...parents, 'a\\x.png', 'a//b.png', 'a.png.part', '']) {
      await expect(store.open(key)).rejects.toThrow('not a valid key');
      await expect(store.write(key, Buffer.from('x'))).rejects.toThrow('not a valid key');
      await expect(store.remove(key)).rejects.toThrow('not a valid key');
    }
  });
});
