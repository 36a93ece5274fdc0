import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { ReportFormat } from '@app/entities';
import type { ReportDocument } from '../report-documents/report-document';

const FONT = join(__dirname, 'fonts', 'noto-sans-sc-subset.ttf');

/** Noto Sans SC with the characters of simplified Chinese and of European languages. */
function readReportFont(): Promise<Buffer> {
  return readFile(FONT);
}

/**
 * Writes a report in a format, and ends the stream. Loads only the libraries of this format: each thread loads them
 * again, and for a short report this takes longer than rendering.
 */
export async function renderReport(
  document: ReportDocument,
  format: ReportFormat,
  out: Writable,
): Promise<void> {
  if (format === 'pdf') {
    const { renderPdf } = await import('./pdf/render-pdf.js');
    await renderPdf(document, out, await readReportFont());
  } else if (format === 'excel') {
    const { renderExcel } = await import('./render-excel.js');
    await renderExcel(document, out);
  } else {
    const { renderCsv } = await import('./render-csv.js');
    await renderCsv(document, out);
  }
}
