import { CSV_BOM, csvLine } from '@app/kernel';
import type { ExportPage, ExportSource } from './export-source';

/** Writes the pages of an export as a CSV file, one chunk per page. The header is written even if there are no rows. */
export async function* csvOf(
  { columns }: Pick<ExportSource, 'columns'>,
  pages: AsyncIterable<ExportPage>,
): AsyncGenerator<string | Buffer, void, void> {
  yield CSV_BOM + csvLine(columns);
  for await (const { text } of pages) yield text;
}
