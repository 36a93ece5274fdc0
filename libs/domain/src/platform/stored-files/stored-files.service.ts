import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { areFilesKept } from '@app/backups';
import { Clock, DomainError, runOutsideRequests } from '@app/kernel';
import { type ByteRange, FileStore, type StoredFile, type WrittenFile } from '@app/storage';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { deleteRemoval, findDueRemovals, insertRemoval, postponeRemoval } from './file-removals.queries';

/** A file in the store that no record refers to yet. */
export interface Upload extends WrittenFile {
  storageKey: string;
  /** The name that the client sent. It is stored as data and never used in a path. */
  fileName: string;
}

export interface UploadSource {
  /** The first segment of the key, such as `models`. */
  folder: string;
  fileName: string;
  content: Readable;
  /** Larger content is refused. Default: no limit. */
  limitBytes?: number;
}

/**
 * A file without a record is removed only after this time. No upload takes this long, so an upload in progress is never
 * removed.
 */
const UPLOAD_MS = 24 * 3_600_000;
const RETRY_MS = 600_000;
const BATCH = 100;
/** 128 random bits, so that the name cannot be guessed. */
const NAME_BYTES = 16;

/**
 * Keeps files and records consistent. A file is stored before its record, and removed after its record is deleted. As
 * long as a file has no record, its removal is planned. If the process dies, the file is therefore removed later.
 */
@Injectable()
export class StoredFilesService {
  private readonly logger = new Logger(StoredFilesService.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FileStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the content of an upload. `discard` removes the file, unless a transaction has called `adopt`.
   * @throws DomainError `too_large`, `unavailable`; the error of `content` if it cannot be read
   */
  async receive({ folder, fileName, content, limitBytes }: UploadSource): Promise<Upload> {
    const storageKey = `${folder}/${randomBytes(NAME_BYTES).toString('hex')}.bin`;
    try {
      // Run this outside the request, so that the row is not counted as a write of the request. No client can see the
      // row.
      await runOutsideRequests(() =>
        insertRemoval(this.dataSource.manager, storageKey, this.after(UPLOAD_MS)),
      );
      return { storageKey, fileName, ...(await this.files.write(storageKey, content, { limitBytes })) };
    } catch (error) {
      content.destroy();
      await this.discard(storageKey);
      throw error;
    }
  }

  /** Keep the file. Call this in the transaction that stores the record. */
  async adopt(manager: EntityManager, storageKey: string): Promise<void> {
    if (await deleteRemoval(manager, storageKey)) return;
    throw new DomainError(
      'conflict',
      'upload_expired',
      'The uploaded file has been removed. Upload it again.',
    );
  }

  /**
   * Plan the removal of the file. Call this in the transaction that deletes the record, and call `discard` after the
   * commit.
   */
  async release(manager: EntityManager, storageKey: string): Promise<void> {
    await insertRemoval(manager, storageKey, this.after(0));
  }

  /**
   * Remove the file, unless a record refers to it. If this fails or a backup needs the file, the removal is repeated
   * later.
   */
  async discard(storageKey: string): Promise<void> {
    await runOutsideRequests(() => this.removeIfPlanned(storageKey));
  }

  /** Returns null if the store does not have the file, although a record refers to it. */
  open(storageKey: string, range?: ByteRange): Promise<StoredFile | null> {
    return this.files.open(storageKey, range);
  }

  /** Reads a part of a file into memory. @param range a part of the file; it must begin within the file */
  async read(storageKey: string, range: ByteRange): Promise<Buffer> {
    const file = await this.open(storageKey, range);
    if (!file) throw new Error('The file is missing from the file store.');
    return buffer(file.stream);
  }

  /** Remove the files whose removal is due. */
  async removeDue(signal: AbortSignal): Promise<void> {
    for (;;) {
      const due = await findDueRemovals(this.dataSource.manager, this.clock.now(), BATCH);
      for (const { storageKey } of due) {
        signal.throwIfAborted();
        await this.removeIfPlanned(storageKey);
      }
      if (due.length < BATCH) return;
    }
  }

  /** Remove the data of interrupted uploads from the store. */
  async removeUnfinished(): Promise<void> {
    const count = await this.files.removeUnfinished(this.after(-UPLOAD_MS));
    if (count > 0) this.logger.log({ count }, 'Removed unfinished uploads.');
  }

  private async removeIfPlanned(storageKey: string): Promise<void> {
    const { manager } = this.dataSource;
    try {
      if (!(await postponeRemoval(manager, storageKey, this.after(RETRY_MS)))) return;
      // The record of the file was deleted before this check, so a backup that begins after it does not need the file.
      if (await areFilesKept(manager)) return;
      await this.files.remove(storageKey);
      await deleteRemoval(manager, storageKey);
    } catch (error) {
      this.logger.warn({ err: error }, 'A file could not be removed. The removal is retried later.');
    }
  }

  private after(ms: number): Date {
    return new Date(this.clock.now().getTime() + ms);
  }
}
