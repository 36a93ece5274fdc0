import { LIST_REACH, type Page, type PageRequest } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { rowsRead } from './rows-read';

/** The number of rows in each list. It is a multiple of `LIST_REACH`, so that a full scan exceeds `MOST_READ`. */
export const LISTED_ROWS = 40_000;
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

/**
 * Reads the first pages and the deepest page of a list. Reports for each page whether its statements read fewer than
 * `MOST_READ` rows.
 */
export function pagesOf(
  database: { dataSource: DataSource },
  read: (dataSource: DataSource, page: PageRequest) => Promise<Page<Item>>,
) {
  return eachPage(async (page) => {
    const { result, reads } = await rowsRead(database.dataSource, (dataSource) => read(dataSource, page));
    const { items, total, exact } = result;
    return { ids: items.map(({ id }) => id), total, exact, bounded: Math.max(...reads) < MOST_READ };
  });
}

/** Returns the expected result of `pagesOf` for these items. */
export function pagesIn(items: readonly Item[]) {
  const total = Math.min(items.length, LIST_REACH);
  return eachPage(async ({ page, limit }) => {
    const ids = items.slice((page - 1) * limit, page * limit).map(({ id }) => id);
    return { ids, total, exact: items.length <= LIST_REACH, bounded: true };
  });
}

async function eachPage<Found>(read: (page: PageRequest) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = [];
  for (const page of [1, 2, LIST_REACH / 20]) found.push(await read({ page, limit: 20 }));
  return found;
}
