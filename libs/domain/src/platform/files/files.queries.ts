import { dialectSql, type FileCategory, FileEntity, PagedList, TermSearch, WORDS } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, In, Not } from 'typeorm';
import type { FileOrigin } from './file-origin';

/** Finds files by their names. */
const FILE_SEARCH = new TermSearch<string>({
  table: 'file_search_term',
  idColumn: 'file_id',
  idType: 'text',
  records: 'files',
  parts: WORDS,
});

const FILES = new PagedList(FileEntity, {
  columns: [
    'id',
    'name',
    'mimeType',
    'sizeBytes',
    'sha256',
    'category',
    'createdBy',
    'createdAt',
    'storageKey',
    'producer',
    'producerKey',
  ],
  order: ['id'],
  direction: 'DESC',
});

/** The files of these categories, or of all categories, newest first. @throws DomainError `search_too_broad` */
export async function findFiles(
  manager: EntityManager,
  page: PageRequest,
  { categories, search = '' }: { categories?: readonly FileCategory[]; search?: string },
): Promise<Page<FileEntity>> {
  const ids = search === '' ? undefined : await FILE_SEARCH.find(manager, search);
  return FILES.read(manager, page, { equals: { category: categories }, ids });
}

export function findFile(manager: EntityManager, id: string): Promise<FileEntity | null> {
  return manager.findOneBy(FileEntity, { id });
}

/** Returns the given ids that belong to existing files other than backups. */
export async function findFileIds(manager: EntityManager, ids: readonly string[]): Promise<string[]> {
  const where = { id: In([...ids]), category: Not('backup' as const) };
  const rows = await manager.find(FileEntity, { select: { id: true }, where });
  return rows.map(({ id }) => id);
}

export function findFileByOrigin(
  manager: EntityManager,
  { producer, producerKey }: FileOrigin,
): Promise<FileEntity | null> {
  return manager.findOneBy(FileEntity, { producer, producerKey });
}

/** Read the file and lock it until the transaction ends. */
export function lockFile(manager: EntityManager, id: string): Promise<FileEntity | null> {
  return manager.findOne(FileEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/**
 * Returns the category of the file, and prevents its deletion until the transaction ends. Null if the file does not
 * exist.
 */
export async function shareFile(manager: EntityManager, id: string): Promise<FileCategory | null> {
  const sql = `SELECT category FROM file WHERE id = ? ${dialectSql.forShare}`;
  const [row] = await dialectSql.query<{ category: FileCategory }>(manager, sql, [id]);
  return row?.category ?? null;
}

/** Insert the file. Throws the database's error (`isDuplicateKey`) if another file has the same origin. */
export async function insertFile(manager: EntityManager, file: FileEntity): Promise<void> {
  await manager.insert(FileEntity, file);
  await FILE_SEARCH.add(manager, [{ id: file.id, texts: [file.name] }]);
}

export async function deleteFile(manager: EntityManager, id: string): Promise<void> {
  await manager.delete(FileEntity, { id });
}
