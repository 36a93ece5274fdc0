import type { Writable } from 'node:stream';
import type { ReportFormat } from '@app/entities';
import type { ReportDocument } from '../report-documents/report-document';
import { renderPdf } from './pdf/render-pdf';
import { renderCsv } from './render-csv';
import { renderExcel } from './render-excel';
import { readReportFont } from './report-font';

/** Writes a report in a format, and ends the stream. */
export async function renderReport(
  document: ReportDocument,
  format: ReportFormat,
  out: Writable,
): Promise<void> {
  if (format === 'pdf') await renderPdf(document, out, await readReportFont());
  else if (format === 'excel') await renderExcel(document, out);
  else await renderCsv(document, out);
}
