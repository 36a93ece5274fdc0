import { PagedList, ReadingImportEntity } from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';

const IMPORTS = new PagedList(ReadingImportEntity, {
  columns: [
    'id',
    'pointCode',
    'status',
    'total',
    'processed',
    'taken',
    'duplicates',
    'refusedCount',
    'firstAt',
    'lastAt',
    'error',
    'createdBy',
    'createdAt',
    'finishedAt',
  ],
  order: ['id'],
  direction: 'DESC',
});

/** An import without its list of refused lines. */
export type ReadingImportSummary = Omit<
  ReadingImportEntity,
  'refused' | 'meterId' | 'timezone' | 'decimalComma' | 'dateFormat' | 'file' | 'position' | 'undoRequestedAt'
>;

/** The imports, newest first. */
export function listImports(manager: EntityManager, page: PageRequest): Promise<Page<ReadingImportSummary>> {
  return IMPORTS.read(manager, page);
}

export function findImport(manager: EntityManager, id: number): Promise<ReadingImportEntity | null> {
  return manager.findOneBy(ReadingImportEntity, { id });
}

/** Reads the import and locks it until the transaction ends. */
export function lockImport(manager: EntityManager, id: number): Promise<ReadingImportEntity | null> {
  return manager.findOne(ReadingImportEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

export function insertImport(
  manager: EntityManager,
  row: Omit<ReadingImportEntity, 'id'>,
): Promise<ReadingImportEntity> {
  return manager.save(manager.create(ReadingImportEntity, row));
}

/** @returns the import with the changes */
export async function updateImport(
  manager: EntityManager,
  row: ReadingImportEntity,
  changes: Partial<ReadingImportEntity>,
): Promise<ReadingImportEntity> {
  await manager.update(ReadingImportEntity, { id: row.id }, changes);
  return Object.assign(new ReadingImportEntity(), row, changes);
}

/** Imports whose readings must still be stored or deleted. */
export function findUnfinished(manager: EntityManager, limit: number): Promise<ReadingImportEntity[]> {
  return manager.find(ReadingImportEntity, {
    where: { status: 'running' },
    order: { id: 'ASC' },
    take: limit,
  });
}
