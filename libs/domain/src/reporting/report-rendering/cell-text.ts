import type { Language } from '@app/entities';
import type { ReportCell, ReportColumn } from '../report-documents/report-document';

/** Marks an estimated value. The remarks of the section explain the mark. */
export const ESTIMATED_MARK = '*';
/** The text of an unknown value. It is never shown as 0. */
export const UNKNOWN = '–';

/** The text of a cell, in the notation of the language. */
export function cellText(cell: ReportCell, column: ReportColumn, language: Language): string {
  const { value, estimated = false } = cell;
  if (value === null) return UNKNOWN;
  if (typeof value === 'string') return value;
  const text = numberText(value, { places: column.places ?? 0, signed: column.signed ?? false }, language);
  return estimated ? `${text}${ESTIMATED_MARK}` : text;
}

export function numberText(
  value: number,
  { places, signed = false }: { places: number; signed?: boolean },
  language: Language,
): string {
  return new Intl.NumberFormat(language, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    signDisplay: signed ? 'exceptZero' : 'auto',
  }).format(value);
}

/** The title of a column with its unit. */
export function columnTitle({ title, unit }: ReportColumn): string {
  return unit === undefined || unit === '' ? title : `${title} (${unit})`;
}

/** The short label of a time on the axis of a chart. */
export function axisLabels(cells: readonly ReportCell[]): string[] {
  const texts = cells.map(({ value }) => String(value ?? ''));
  const dates = new Set(texts.map((text) => text.slice(0, 10)));
  return texts.map((text) => {
    const time = /^\d{4}-\d\d-\d\d (\d\d:\d\d)/.exec(text)?.[1];
    if (time !== undefined) return dates.size === 1 ? time : `${text.slice(5, 10)} ${time}`;
    return /^\d{4}-\d\d-\d\d/.test(text) ? text.slice(5, 10) : text;
  });
}
