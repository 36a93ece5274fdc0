import {
  FILE_CATEGORIES,
  type FileCategory,
  type FileEntity,
  inTransaction,
  requireRow,
} from '@app/entities';
import { type Actor, Clock, DomainError, type Page, type PageRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { StoredFilesService, type Upload } from '../stored-files/stored-files.service';
import { FileUsesService } from './file-uses.service';
import { deleteFile, findFile, findFiles, insertFile, lockFile } from './files.queries';
import { mimeTypeOf, SAMPLE_BYTES } from './mime-type';
import { newFile } from './new-file';

export interface FileFilter extends PageRequest {
  category?: FileCategory;
  /** Matches the beginning of the name, or of a word in it. Case is ignored. */
  search?: string;
}

const NAME = 'The file';
const NONE: Page<FileEntity> = { items: [], total: 0, exact: true };

/** Lists, creates and deletes files. Only administrators can see backups. */
@Injectable()
export class FilesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: StoredFilesService,
    private readonly uses: FileUsesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** The files that the caller may see, newest first. @throws DomainError `search_too_broad` */
  async list(actor: Actor, { category, search, ...page }: FileFilter): Promise<Page<FileEntity>> {
    const shown = FILE_CATEGORIES.filter((one) => isVisible(actor, one));
    if (category !== undefined && !shown.includes(category)) return NONE;
    const all = shown.length === FILE_CATEGORIES.length ? undefined : shown;
    return findFiles(this.dataSource.manager, page, { categories: category ? [category] : all, search });
  }

  /** @throws DomainError not_found */
  find(actor: Actor, id: string): Promise<FileEntity> {
    return requireVisible(actor, findFile(this.dataSource.manager, id));
  }

  /** Creates a file from an upload. Its type is detected from its content. */
  async create(actor: Actor, upload: Upload): Promise<FileEntity> {
    const mimeType = await this.mimeTypeOf(upload);
    return inTransaction(this.dataSource, async (manager) => {
      await this.files.adopt(manager, upload.storageKey);
      const after = newFile(upload, {
        mimeType,
        category: 'upload',
        createdBy: actor.name,
        createdAt: this.clock.now(),
      });
      await insertFile(manager, after);
      const record = { action: 'file.created', target: `file ${after.id}`, after };
      await this.audit.record(actor, record, manager);
      return after;
    });
  }

  /** @throws DomainError not_found; `file_in_use` with a detail for each record that uses the file */
  async remove(actor: Actor, id: string): Promise<void> {
    const { storageKey } = await inTransaction(this.dataSource, async (manager) => {
      const before = await requireVisible(actor, lockFile(manager, id));
      await this.uses.assertUnused(manager, id);
      await deleteFile(manager, id);
      await this.files.release(manager, before.storageKey);
      const record = { action: 'file.removed', target: `file ${id}`, before };
      await this.audit.record(actor, record, manager);
      return before;
    });
    await this.files.discard(storageKey);
  }

  private async mimeTypeOf({ storageKey, sizeBytes }: Upload): Promise<string> {
    const end = Math.min(sizeBytes, SAMPLE_BYTES) - 1;
    const head = end < 0 ? Buffer.alloc(0) : await this.files.read(storageKey, { start: 0, end });
    return mimeTypeOf(head);
  }
}

function isVisible({ role }: Actor, category: FileCategory): boolean {
  return category !== 'backup' || role === 'admin';
}

async function requireVisible(actor: Actor, reading: Promise<FileEntity | null>): Promise<FileEntity> {
  const file = await requireRow(reading, NAME);
  if (!isVisible(actor, file.category)) throw DomainError.notFound(NAME);
  return file;
}
