import { PassThrough, type Writable, addAbortSignal } from 'node:stream';
import {
  type FileCategory,
  type FileEntity,
  inTransaction,
  isDuplicateKey,
  OutcomeUnknown,
} from '@app/entities';
import { Clock } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { toFileName } from '../stored-files/file-name';
import { StoredFilesService, type Upload } from '../stored-files/stored-files.service';
import type { FileOrigin } from './file-origin';
import { findFileByOrigin, insertFile } from './files.queries';
import { newFile } from './new-file';

export interface GeneratedFile {
  /** The name of the file. Characters that a file name cannot have are replaced. */
  name: string;
  mimeType: string;
  category: Exclude<FileCategory, 'upload'>;
  /** A username, or the name of the part of the service that generates the file. */
  createdBy: string;
  /** Set this if the work may be repeated. A repeat with the same origin gets the file that already exists. */
  origin?: FileOrigin;
  /**
   * Writes the content, no faster than the stream accepts it, for example with `pipeline(content, stream)`. May end the
   * stream. If it fails, no file is created.
   */
  write: (stream: Writable) => Promise<void>;
  /** Aborting the signal stops the work, and no file is created. */
  signal?: AbortSignal;
}

/** First segment of the storage keys of files. */
const FOLDER = 'files';

/** Creates the files that the service generates itself: exports, reports and backups. */
@Injectable()
export class GeneratedFiles {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: StoredFilesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the content and then creates the file. A file therefore always has its complete content. If the process dies
   * before the file is created, the content is removed later.
   * @returns the new file; the existing one if the origin already has a file
   * @throws the error of `write`, of the signal or of the file store
   */
  async write(file: GeneratedFile): Promise<FileEntity> {
    return (await this.existing(file)) ?? this.create(file, await this.store(file));
  }

  /** Streams the content to the file store. */
  private async store({ name, write, signal }: GeneratedFile): Promise<Upload> {
    const content = new PassThrough();
    // The store handles errors of the stream once it reads the stream. Before that, an error without a listener would
    // end the process.
    content.on('error', () => undefined);
    if (signal) addAbortSignal(signal, content);
    const storing = this.files.receive({ folder: FOLDER, fileName: toFileName(name), content });
    const writing = writeAll(write, content);
    writing.catch(() => undefined);
    // Wait for the store first. If the store fails, the writer may never end, because nothing reads from the stream.
    const upload = await storing;
    try {
      await writing;
      return upload;
    } catch (error) {
      await this.files.discard(upload.storageKey);
      throw error;
    }
  }

  private async create(file: GeneratedFile, upload: Upload): Promise<FileEntity> {
    const row = newFile(upload, { ...file, createdAt: this.clock.now() });
    try {
      await inTransaction(this.dataSource, async (manager) => {
        await this.files.adopt(manager, upload.storageKey);
        await insertFile(manager, row);
      });
      return row;
    } catch (error) {
      // If the outcome is unknown, the row may exist, so keep the content. A sweep removes it if there is no row.
      if (!(error instanceof OutcomeUnknown)) await this.files.discard(upload.storageKey);
      const other = isDuplicateKey(error) ? await this.existing(file) : null;
      if (!other) throw error;
      return other;
    }
  }

  private existing({ origin }: GeneratedFile): Promise<FileEntity | null> {
    return origin ? findFileByOrigin(this.dataSource.manager, origin) : Promise.resolve(null);
  }
}

async function writeAll(write: GeneratedFile['write'], content: PassThrough): Promise<void> {
  try {
    await write(content);
    content.end();
  } catch (error) {
    content.destroy(error as Error);
    throw error;
  }
}
