import type { Readable } from 'node:stream';

export interface StoredFile {
  sizeBytes: number;
  /** To be read to its end, or destroyed. */
  stream: Readable;
}

/**
 * Where files are kept, by keys that the service makes: lower-case words with slashes between them and one ending,
 * `avatars/0192f0c1-….png`. What a user called a file is data and no key.
 */
export abstract class FileStore {
  /** Keeps all of `content` under `key`, or where that fails, nothing: nobody ever opens a part of it. */
  abstract write(key: string, content: Buffer | Readable): Promise<void>;

  /** Null where nothing is kept under `key`. */
  abstract open(key: string): Promise<StoredFile | null>;

  /** Does nothing where nothing is kept under `key`. */
  abstract remove(key: string): Promise<void>;
}
