import type { ReportFormat } from '@app/entities';
import { toFileName } from '../../platform/stored-files/file-name';
import type { ReportDocument } from '../report-documents/report-document';
import { FORMATS } from './report-format';

/** The name of the file of a report: its title and its period. Some systems allow no colon in a name. */
export function fileNameOf(
  { title, periodText }: Pick<ReportDocument, 'title' | 'periodText'>,
  format: ReportFormat,
): string {
  return toFileName(`${title} ${periodText}`.replaceAll(':', '.') + `.${FORMATS[format].extension}`);
}
