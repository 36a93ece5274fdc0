import type { ReportFigure } from '../report-document';

/** A figure that counts records. */
export function countFigure(label: string, value: number): ReportFigure {
  return { label, value, unit: '', places: 0, estimated: false };
}
