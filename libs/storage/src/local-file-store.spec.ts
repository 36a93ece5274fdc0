import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { LocalFileStore } from './local-file-store';

describe('LocalFileStore', () => {
  let folder: string;
  let store: LocalFileStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'file-store-'));
    store = new LocalFileStore(join(folder, 'uploads'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function contentOf(key: string): Promise<string | null> {
    const file = await store.open(key);
    return file && (await buffer(file.stream)).toString();
  }

  const files = () => readdir(join(folder, 'uploads', 'avatars'));

  it('returns the content that was written, from bytes and from a stream', async () => {
    await store.write('avatars/one.png', Buffer.from('bytes'));
    await store.write('avatars/two.png', Readable.from([Buffer.from('a str'), Buffer.from('eam')]));
    expect(await contentOf('avatars/one.png')).toBe('bytes');
    expect(await contentOf('avatars/two.png')).toBe('a stream');
    const opened = await store.open('avatars/two.png');
    expect(opened?.sizeBytes).toBe(8);
    opened?.stream.destroy();
  });

  it('makes files readable for its own account only', async () => {
    await store.write('avatars/one.png', Buffer.from('bytes'));
    const { mode } = await stat(join(folder, 'uploads', 'avatars', 'one.png'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('returns null for a file that was never written or was removed', async () => {
    expect(await store.open('avatars/none.png')).toBeNull();
    await store.write('avatars/one.png', Buffer.from('bytes'));
    await store.remove('avatars/one.png');
    await store.remove('avatars/one.png');
    expect(await store.open('avatars/one.png')).toBeNull();
    expect(await files()).toEqual([]);
  });

  it('leaves nothing of an interrupted write, and keeps the former content', async () => {
    await store.write('avatars/one.png', Buffer.from('before'));
    const broken = Readable.from(
      (function* () {
        yield Buffer.from('the first half');
        throw new Error('broke off');
      })(),
    );
    await expect(store.write('avatars/one.png', broken)).rejects.toThrow('broke off');
    expect(await files()).toEqual(['one.png']);
    expect(await contentOf('avatars/one.png')).toBe('before');
  });

  it('keeps the complete content of one of two concurrent writes', async () => {
    const contents = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(200_000));
    await Promise.all(contents.map((text) => store.write('avatars/one.png', Buffer.from(text))));
    expect(contents).toContain(await contentOf('avatars/one.png'));
    expect(await files()).toEqual(['one.png']);
  });

  it.each([
    '../secret.txt',
    '/etc/passwd',
    'avatars/../../secret.txt',
    'avatars\\x.png',
    'a//b.png',
    'a.png.part',
    '',
  ])('rejects a key outside of its folder: %j', async (key) => {
    await writeFile(join(folder, 'secret.txt'), 'secret');
    await expect(store.open(key)).rejects.toThrow('no key');
    await expect(store.write(key, Buffer.from('x'))).rejects.toThrow('no key');
    await expect(store.remove(key)).rejects.toThrow('no key');
  });
});
