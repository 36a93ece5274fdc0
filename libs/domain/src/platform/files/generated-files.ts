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
  /** Characters that a file name cannot have are replaced. */
  name: string;
  mimeType: string;
  category: Exclude<FileCategory, 'upload'>;
  /** A username, or the name of the part of the service that generates the file. */
  createdBy: string;
  /** Identifies the work, if it may be repeated. The repeat then gets the file of the first time. */
  origin?: FileOrigin;
  /**
   * Writes the content, no faster than the stream accepts it: `pipeline(content, stream)`. It may end the stream. If it
   * fails, no file is created.
   */
  write: (stream: Writable) => Promise<void>;
  /** Stops the work. No file is created. */
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
   * Stores the content and then creates the file. The file exists only with its complete content. If the process dies
   * before that, the content is removed later.
   * @returns the new file; the existing one if the origin already has a file
   * @throws the error of `write`, of the signal or of the file store
   */
  async write(file: GeneratedFile): Promise<FileEntity> {
    return (await this.existing(file)) ?? this.create(file, await this.store(file));
  }

  /** Streams the content to the file store. */
  private async store({ name, write, signal }: GeneratedFile): Promise<Upload> {
    const content = new PassThrough();
    // The store gets this error from the stream. Until it reads the stream, nothing else would listen for errors.
    content.on('error', () => undefined);
    if (signal) addAbortSignal(signal, content);
    const storing = this.files.receive({ folder: FOLDER, fileName: toFileName(name), content });
    const writing = writeAll(write, content);
    writing.catch(() => undefined);
    // If the store fails, the writer may wait for the stream forever, so this waits for the store first.
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
      // If the outcome is unknown, the row may exist. A sweep removes the content if it does not.
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
