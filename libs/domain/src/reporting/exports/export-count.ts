import { DomainError } from '@app/kernel';
import type { ExportPage } from './export-source';

/** How much of an export has been read. */
export interface ExportCount {
  rows: number;
  /** 0 to 1. */
  progress: number;
}

/**
 * Passes the pages on, and counts them in `count`.
 * @throws DomainError `export_too_large` if there are more rows than `limit`
 */
export async function* counted(
  pages: AsyncIterable<ExportPage>,
  count: ExportCount,
  limit: number,
): AsyncGenerator<ExportPage, void, void> {
  for await (const page of pages) {
    count.rows += page.rows.length;
    if (count.rows > limit) throw tooLarge(limit);
    yield page;
    count.progress = Math.max(count.progress, page.progress);
  }
}

function tooLarge(limit: number): DomainError {
  const message = `The export has more than ${limit} rows. Choose a shorter range or more filters.`;
  return new DomainError('invalid', 'export_too_large', message);
}
