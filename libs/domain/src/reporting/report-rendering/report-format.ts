import type { ReportFormat } from '@app/entities';

interface FormatFacts {
  extension: string;
  mimeType: string;
}

export const FORMATS: Record<ReportFormat, FormatFacts> = {
  pdf: { extension: 'pdf', mimeType: 'application/pdf' },
  csv: { extension: 'csv', mimeType: 'text/csv; charset=utf-8' },
  excel: {
    extension: 'xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
};
