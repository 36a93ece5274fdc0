import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '@app/kernel';
import {
  assertFileKey,
  type ByteRange,
  FileStore,
  type StoredFile,
  type WriteOptions,
  type WrittenFile,
} from './file-store';
import { MeasuredStream, streamOf } from './measured-stream';
import { localStorageError } from './storage-errors';

/** Extension of incomplete files. Such names are not valid keys, so clients cannot open incomplete files. */
const PART = '.part';

/** Stores files in a local folder that only the service's account can read. */
export class LocalFileStore extends FileStore {
  /** @param folder created when the first file is written */
  constructor(private readonly folder: string) {
    super();
  }

  protected async put(
    key: string,
    content: Buffer | Readable,
    { limitBytes }: WriteOptions,
  ): Promise<WrittenFile> {
    const path = this.pathOf(key);
    const source = streamOf(content);
    try {
      return await this.writeTo(path, source, limitBytes);
    } catch (error) {
      throw localStorageError(error);
    }
  }

  async open(key: string, range?: ByteRange): Promise<StoredFile | null> {
    const handle = await unlessMissing(open(this.pathOf(key)));
    if (!handle) return null;
    const { size: sizeBytes } = await handle.stat();
    return { sizeBytes, stream: handle.createReadStream(range) };
  }

  async remove(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async removeUnfinished(before: Date): Promise<number> {
    const names = (await unlessMissing(readdir(this.folder, { recursive: true }))) ?? [];
    let count = 0;
    for (const name of names.filter((file) => file.endsWith(PART))) {
      const path = join(this.folder, name);
      const status = await unlessMissing(stat(path));
      if (!status || status.mtime >= before) continue;
      await rm(path, { force: true });
      count++;
    }
    return count;
  }

  private async writeTo(path: string, source: Readable, limitBytes?: number): Promise<WrittenFile> {
    const part = `${path}.${newId()}${PART}`;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const measured = new MeasuredStream(limitBytes);
    // The file is opened before the stream is created. If the stream opened the file itself, it could create the file
    // again after a failed write has removed it.
    const handle = await open(part, 'wx', 0o600);
    try {
      const file = handle.createWriteStream({ flush: true });
      await pipeline(source, measured, file);
      await rename(part, path);
      return measured.result();
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  private pathOf(key: string): string {
    assertFileKey(key);
    return join(this.folder, key);
  }
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
