import { LIST_REACH, type Page, type PageRequest } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { rowsRead } from './rows-read';

/** The number of rows in each list. It is a multiple of `LIST_REACH`, so that a full scan exceeds `MOST_READ`. */
export const LISTED_ROWS = 4 * LIST_REACH;
/**
 * The maximum number of reads per statement. It includes reads of keys, reads of temporary tables for sorting, and the
 * rows of the page.
 */
export const MOST_READ = 3.2 * LIST_REACH;
/** The time of the first row. */
export const LIST_START_MS = Date.parse('2026-01-01T00:00:00Z');

export const listIndexes = Array.from({ length: LISTED_ROWS }, (_, index) => index);

/**
 * Returns true if the row has a rare value. These are the 30 rows from the index `from` on. A scan reaches them last.
 */
export const isRareRow = (index: number, from: number) => index >= from && index < from + 30;

interface Item {
  id: number | string;
}

const LIMIT = 20;
/** The page numbers that `pagesOf` reads: the first and the deepest one. */
const PAGE_NUMBERS = [1, LIST_REACH / LIMIT];

/**
 * Reads the first and the deepest page of a list, and the page after the cursor of each of them. Reports for each page whether its statements read fewer than `MOST_READ` rows.
 */
export async function pagesOf(
  database: { dataSource: DataSource },
  read: (dataSource: DataSource, page: PageRequest) => Promise<Page<Item>>,
) {
  const pageAt = async (request: Omit<PageRequest, 'limit'>) => {
    const page = { ...request, limit: LIMIT };
    const { result, reads } = await rowsRead(database.dataSource, (dataSource) => read(dataSource, page));
    const { items, total, exact, next } = result;
    const found = { ids: items.map(({ id }) => id), total, exact, bounded: Math.max(...reads) < MOST_READ };
    return { next, found };
  };
  const numbered = [];
  for (const page of PAGE_NUMBERS) numbered.push(await pageAt({ page }));
  const following = [];
  for (const { next } of numbered) {
    following.push(next === undefined ? null : (await pageAt({ after: next })).found);
  }
  return { numbered: numbered.map(({ found }) => found), following };
}

/** Returns the expected result of `pagesOf` for these items. */
export function pagesIn(items: readonly Item[]) {
  const total = Math.min(items.length, LIST_REACH);
  const pageAt = (page: number) => {
    const ids = items.slice((page - 1) * LIMIT, page * LIMIT).map(({ id }) => id);
    return { ids, total, exact: items.length <= LIST_REACH, bounded: true };
  };
  const following = [2, LIST_REACH / LIMIT + 1].map((page) =>
    items.length > (page - 1) * LIMIT ? pageAt(page) : null,
  );
  return { numbered: PAGE_NUMBERS.map(pageAt), following };
}
