import type { Readable } from 'node:stream';
import { DomainError } from '@app/kernel';
import { Logger } from '@nestjs/common';

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
  private readonly logger = new Logger(FileStore.name);
  private failure: WriteFailure | null = null;
  private loggedAtMs = -Infinity;
  private checkedAtMs = 0;

  /**
   * Stores `content` under `key`. If writing fails, nothing is stored. Readers never see partial content. A stream is
   * read only as fast as the store accepts its data.
   * @throws DomainError `too_large`, `storage_full`, `storage_failed`; the error of `content` if it fails
   */
  async write(key: string, content: Buffer | Readable, options: WriteOptions = {}): Promise<WrittenFile> {
    try {
      const written = await this.put(key, content, options);
      this.failure = null;
      return written;
    } catch (error) {
      if (error instanceof DomainError && FAILURES.has(error.code)) this.fail(error);
      throw error;
    }
  }

  /**
   * Returns the last failed write of this process; null if a write has succeeded since. Does not wait. A minute after a
   * failure, it starts to write a small file, because there may be no other writes that would show that the store works
   * again.
   */
  lastFailure(): WriteFailure | null {
    if (this.failure && performance.now() - this.checkedAtMs > CHECK_EVERY_MS) {
      this.checkedAtMs = performance.now();
      void this.check();
    }
    return this.failure;
  }

  /** Does the work of `write`. */
  protected abstract put(
    key: string,
    content: Buffer | Readable,
    options: WriteOptions,
  ): Promise<WrittenFile>;

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

  private fail(error: DomainError): void {
    const nowMs = performance.now();
    this.failure = { code: error.code, at: new Date() };
    this.checkedAtMs = nowMs;
    if (nowMs - this.loggedAtMs < LOG_EVERY_MS) return;
    this.loggedAtMs = nowMs;
    const { code, cause } = error;
    this.logger.error({ code, err: cause }, 'The file store cannot write.');
  }

  private async check(): Promise<void> {
    try {
      await this.write(CHECK_KEY, CHECK_CONTENT);
      await this.remove(CHECK_KEY);
    } catch {
      // `write` has recorded the failure.
    }
  }
}

export interface WriteFailure {
  /** `storage_full`, `storage_failed` or `storage_unavailable`. */
  code: string;
  at: Date;
}

const FAILURES = new Set(['storage_full', 'storage_failed', 'storage_unavailable']);
const LOG_EVERY_MS = 60_000;
const CHECK_EVERY_MS = 60_000;
const CHECK_KEY = 'checks/write.bin';
/** A block of a disk, because a smaller file may still fit on a full disk. */
const CHECK_CONTENT = Buffer.alloc(64 * 1024);

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*\.[a-z0-9]+$/;

export function isFileKey(text: string): boolean {
  return KEY.test(text);
}

export function assertFileKey(text: string): void {
  if (!isFileKey(text)) throw new Error('This is not a valid key of a stored file.');
}
