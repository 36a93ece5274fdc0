import type { Readable } from 'node:stream';

export interface StoredFile {
  sizeBytes: number;
  /** Read it to the end, or destroy it. */
  stream: Readable;
}

/**
 * Stores files under keys that the service generates: lower-case words separated by slashes, with one extension (`avatars/0192f0c1-….png`). A
 * user's file name is data and never a key.
 */
export abstract class FileStore {
  /** Store all of `content` under `key`, or nothing if that fails. Readers never see a part of it. */
  abstract write(key: string, content: Buffer | Readable): Promise<void>;

  /** Null if nothing is stored under `key`. */
  abstract open(key: string): Promise<StoredFile | null>;

  /** Does nothing if nothing is stored under `key`. */
  abstract remove(key: string): Promise<void>;
}
