import type { Readable } from 'node:stream';

/** A part of a file. `start` and `end` are the positions of its first and last bytes, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredFile {
  /** The size of the whole file, even if only a part of it was opened. */
  sizeBytes: number;
  /** The caller must read the stream to its end or destroy it. */
  stream: Readable;
}

export interface WrittenFile {
  sizeBytes: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface WriteOptions {
  /** Maximum size. Larger content is refused. */
  limitBytes?: number;
}

/**
 * Stores files under keys that the service generates. A key consists of lower-case words separated by slashes, and has
 * one extension: `avatars/0192f0c1-….png`. The name of a user's file is never used as a key. If the store cannot be
 * reached or does not respond in time, every method throws a DomainError `unavailable`.
 */
export abstract class FileStore {
  /**
   * Stores `content` under `key`. If writing fails, nothing is stored. Readers never see partial content. A stream is
   * read only as fast as the store accepts its data.
   * @throws DomainError `too_large`; the error of `content` if it fails
   */
  abstract write(key: string, content: Buffer | Readable, options?: WriteOptions): Promise<WrittenFile>;

  /**
   * Opens a file for reading. Returns null if no file is stored under `key`.
   * @param range a part of the file; it must begin within the file
   */
  abstract open(key: string, range?: ByteRange): Promise<StoredFile | null>;

  /** Deletes a file. Does nothing if no file is stored under `key`. */
  abstract remove(key: string): Promise<void>;

  /**
   * Deletes the data of incomplete writes that began before `before`. A write stays incomplete if its process dies.
   * @returns the number of incomplete writes that were deleted
   */
  abstract removeUnfinished(before: Date): Promise<number>;
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

export function isFileKey(text: string): boolean {
  return KEY.test(text);
}

export function assertFileKey(text: string): void {
  if (!isFileKey(text)) throw new Error('This is not a valid key of a stored file.');
}
