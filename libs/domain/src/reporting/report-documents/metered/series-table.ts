import type { ReportInterval } from '@app/entities';
import { numberCell, timeCell } from '../figures';
import type { ReportCell, ReportColumn, ReportTable } from '../report-document';
import type { SectionContext } from '../section-context';
import { bucketLabel } from '../time-labels';

/** A series of values, one per row of a table. */
export interface Series {
  title: string;
  /** Undefined if the unit differs between rows. */
  unit?: string;
  places: number;
  /** True if positive numbers are shown with a plus sign. */
  signed?: boolean;
  values: readonly { value: number | null; estimated?: boolean }[];
}

/** Returns a table with one row per bucket and one column per series. */
export function tableOverTime(
  interval: ReportInterval,
  startsMs: readonly number[],
  series: readonly Series[],
  { zone, language, words }: SectionContext,
): ReportTable {
  const first: ReportColumn = { title: words.columns[interval], kind: 'time' };
  const labels = startsMs.map((startMs) => timeCell(bucketLabel(interval, startMs, zone, language), startMs));
  return tableOf(first, labels, series);
}

/** Returns a table with one column per series. @param labels the first cell of each row */
export function tableOf(
  first: ReportColumn,
  labels: readonly ReportCell[],
  series: readonly Series[],
): ReportTable {
  return {
    columns: [
      first,
      ...series.map(({ title, unit, places, signed }) => ({
        title,
        kind: 'number' as const,
        ...(unit !== undefined && { unit }),
        places,
        ...(signed === true && { signed }),
      })),
    ],
    rows: labels.map((label, row) => [
      label,
      ...series.map(({ values }) => {
        const { value = null, estimated } = values[row] ?? {};
        return numberCell(value, estimated);
      }),
    ]),
  };
}
