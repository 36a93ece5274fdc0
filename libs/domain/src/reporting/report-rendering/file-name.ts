import type { ReportFormat } from '@app/entities';
import { toFileName } from '../../platform/stored-files/file-name';
import type { ReportDocument } from '../report-documents/report-document';
import { FORMATS } from './report-format';

/**
 * The file name of a report, made from its title and its period. It has no colon, because some systems do not allow
 * one.
 */
export function fileNameOf(
  { title, periodText }: Pick<ReportDocument, 'title' | 'periodText'>,
  format: ReportFormat,
): string {
  return toFileName(`${title} ${periodText}`.replaceAll(':', '.') + `.${FORMATS[format].extension}`);
}
