import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '@app/kernel';
import { FileStore, type StoredFile } from './file-store';

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

/** Stores files in a folder of this machine that only the service's account may read. */
export class LocalFileStore extends FileStore {
  /** @param folder created when the first file is written */
  constructor(private readonly folder: string) {
    super();
  }

  async write(key: string, content: Buffer | Readable): Promise<void> {
    const path = this.pathOf(key);
    // No key has this form, so an incomplete file cannot be opened.
    const part = `${path}.${newId()}.part`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    try {
      const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
      await pipeline(source, createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async open(key: string): Promise<StoredFile | null> {
    try {
      const handle = await open(this.pathOf(key));
      const { size: sizeBytes } = await handle.stat();
      return { sizeBytes, stream: handle.createReadStream() };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  private pathOf(key: string): string {
    if (!KEY.test(key)) throw new Error('This is no key of a stored file.');
    return join(this.folder, key);
  }
}
