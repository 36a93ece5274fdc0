import type { Readable } from 'node:stream';
import { FileEntity, requireRow } from '@app/entities';
import { DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { StoredFilesService } from '../stored-files/stored-files.service';
import { findFile, findFileIds, shareFile } from './files.queries';

export interface OpenFile {
  file: FileEntity;
  /** The caller must read the stream to its end or destroy it. */
  content: Readable;
}

const NAME = 'The file';

/** Opens files for other features, such as attachments of mails. */
@Injectable()
export class FileReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: StoredFilesService,
  ) {}

  /** Open a file that is not a backup. @throws DomainError not_found */
  open(id: string): Promise<OpenFile> {
    return this.openIf(id, ({ category }) => category !== 'backup');
  }

  /**
   * Open a backup. The caller must make sure that only administrators see the content.
   * @throws DomainError not_found
   */
  openBackup(id: string): Promise<OpenFile> {
    return this.openIf(id, ({ category }) => category === 'backup');
  }

  /** Returns the given ids that belong to files, except backups. */
  async existing(ids: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(await findFileIds(this.dataSource.manager, ids));
  }

  /**
   * Returns true if the file exists and is not a backup, and prevents its deletion until the transaction ends. A
   * feature calls this before it stores a use of the file.
   */
  async hasFile(manager: EntityManager, id: string): Promise<boolean> {
    const category = await shareFile(manager, id);
    return category !== null && category !== 'backup';
  }

  private async openIf(id: string, fits: (file: FileEntity) => boolean): Promise<OpenFile> {
    const file = await requireRow(findFile(this.dataSource.manager, id), NAME);
    const stored = fits(file) ? await this.files.open(file.storageKey) : null;
    if (!stored) throw DomainError.notFound(NAME);
    return { file, content: stored.stream };
  }
}
