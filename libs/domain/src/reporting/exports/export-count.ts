import { DomainError } from '@app/kernel';
import type { Attempt } from '../../platform/claimed-work/claimed-work';
import type { ExportPage } from './export-source';

/**
 * Yields the pages unchanged, and updates the progress of the attempt.
 * @throws DomainError `export_too_large` if there are more rows than `limit`
 */
export async function* counted(
  pages: AsyncIterable<ExportPage>,
  attempt: Pick<Attempt, 'progress'>,
  limit: number,
): AsyncGenerator<ExportPage, void, void> {
  let rows = 0;
  for await (const page of pages) {
    rows += page.rows;
    if (rows > limit) throw tooLarge(limit);
    yield page;
    attempt.progress = Math.max(attempt.progress, page.progress);
  }
}

function tooLarge(limit: number): DomainError {
  const message = `The export has more than ${limit} rows. Choose a shorter range or more filters.`;
  return new DomainError('invalid', 'export_too_large', message);
}
