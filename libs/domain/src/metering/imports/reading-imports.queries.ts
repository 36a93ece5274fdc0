import { dialectSql, PagedList, ReadingImportEntity, type RefusedLine } from '@app/entities';
import { mapPage, type Page, type PageRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** Maximum number of refused lines of an import in the list. */
const LISTED_LINES = 20;
/** A refused line has at most 900 characters, so the first 20 always fit. */
const READ_CHARACTERS = 20_000;
/** The beginning of each refused line but the first. Quotes in texts are escaped, so no text contains it. */
const NEXT_LINE = ',{"line":';

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

/** An import in the list, with the first of its refused lines. */
export type ReadingImportSummary = Omit<
  ReadingImportEntity,
  'meterId' | 'timezone' | 'decimalComma' | 'dateFormat' | 'file' | 'position' | 'undoRequestedAt'
>;

/** The imports, newest first. */
export async function listImports(
  manager: EntityManager,
  request: PageRequest,
): Promise<Page<ReadingImportSummary>> {
  const page = await IMPORTS.read(manager, request);
  const refused = await firstRefused(
    manager,
    page.items.flatMap(({ id, refusedCount }) => (refusedCount > 0 ? id : [])),
  );
  return mapPage(page, (row) => ({ ...row, refused: refused.get(row.id) ?? [] }));
}

/** The first refused lines of imports. Their column can have hundreds of kilobytes, so only its beginning is read. */
async function firstRefused(
  manager: EntityManager,
  ids: readonly number[],
): Promise<Map<number, RefusedLine[]>> {
  if (ids.length === 0) return new Map();
  const rows = await dialectSql.query<{ id: number; head: string }>(
    manager,
    `SELECT id, LEFT(refused, ${READ_CHARACTERS}) AS head FROM reading_import
     WHERE id IN (${ids.map(() => '?').join(', ')})`,
    ids,
  );
  return new Map(rows.map(({ id, head }) => [id, firstLines(head)]));
}

function firstLines(head: string): RefusedLine[] {
  if (head.length < READ_CHARACTERS) return (JSON.parse(head) as RefusedLine[]).slice(0, LISTED_LINES);
  // The last line may be cut.
  const lines = head.slice(1).split(NEXT_LINE).slice(0, -1);
  return JSON.parse(`[${lines.slice(0, LISTED_LINES).join(NEXT_LINE)}]`) as RefusedLine[];
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
