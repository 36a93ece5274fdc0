import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Temporal } from 'temporal-polyfill';
import writeExcelFile, { type Cell, type CellObject, type Row, type Sheet } from 'write-excel-file/node';
import type {
  ReportCell,
  ReportColumn,
  ReportDocument,
  ReportSection,
  ReportTable,
} from '../report-documents/report-document';
import { wordsOf } from '../report-documents/words/words-of';
import { columnTitle } from './cell-text';
import { sheetNames } from './sheet-names';

type Style = Omit<CellObject, 'value' | 'type'>;

const BOLD: Style = { fontWeight: 'bold' };
const HEAD: Style = { ...BOLD, backgroundColor: '#E7EEF1', alignVertical: 'top', wrap: true };
const TIME_FORMAT = 'yyyy-mm-dd hh:mm';
const WIDEST = 60;

/**
 * Writes a report as an Excel workbook: a first sheet with texts and summaries, and a sheet for each table and chart.
 * Numbers and times are stored as such, not as text. Excel has no time zones, so times are local times of the report's
 * zone.
 */
export async function renderExcel(document: ReportDocument, out: Writable): Promise<void> {
  const { frame } = wordsOf(document.language);
  const tables = document.sections.filter((section) => section.kind === 'table' || section.kind === 'chart');
  const [first = frame.report, ...names] = sheetNames([frame.report, ...tables.map(({ title }) => title)]);
  const sheets: Sheet<never>[] = [
    {
      sheet: first,
      columns: [36, 18, 14, 22, 40].map((width) => ({ width })),
      data: overviewOf(document),
    },
    ...tables.map((table, index) => ({
      sheet: names[index],
      columns: table.columns.map((column, at) => ({ width: widthOf(column, at, table.rows) })),
      stickyRowsCount: 1,
      data: tableOf(table, document),
    })),
  ];
  // The promise of `toStream(out)` never settles if `out` is closed early.
  await pipeline([await writeExcelFile(sheets).toBuffer()], out);
}

function overviewOf(document: ReportDocument): Row[] {
  const { frame } = wordsOf(document.language);
  const { title, platformName, periodText, previousText, zone, generatedAtMs, coverage } = document;
  return [
    [cellOf(title, { ...BOLD, fontSize: 16 })],
    ['', cellOf(platformName)],
    [frame.period, periodText],
    [frame.comparedWith, previousText],
    [frame.timeZone, zone],
    [frame.generatedAt, timeCell(generatedAtMs, zone)],
    [frame.coverage, coverage === null ? frame.noMeters : cellOf(coverage, { format: '0.0%' })],
    ...document.sections.flatMap((section) => proseOf(section, document)),
  ];
}

/** Returns the rows of texts and summaries. */
function proseOf(section: ReportSection, { language }: ReportDocument): Row[] {
  if (section.kind !== 'text' && section.kind !== 'summary') return [];
  const { frame } = wordsOf(language);
  const heading: Row[] = [[], [cellOf(section.title, { ...BOLD, fontSize: 12 })]];
  if (section.kind === 'text')
    return [...heading, ...section.text.split(/\r?\n/).map((line) => [cellOf(line)])];
  return [
    ...heading,
    [frame.figure, frame.value, frame.unit, `${frame.vsPrevious} (%)`, frame.remark].map((text) =>
      cellOf(text, HEAD),
    ),
    ...section.figures.map(({ label, value, unit, places, change = null, detail = null, estimated }) => [
      cellOf(label),
      cellOf(value, { format: numberFormat(places, estimated) }),
      cellOf(unit),
      cellOf(change, { format: '+0.0;-0.0;0.0' }),
      cellOf(detail),
    ]),
    ...section.remarks.map((remark) => [remark]),
  ];
}

function tableOf(
  { columns, rows, total, remarks }: ReportTable & { remarks: string[] },
  { zone }: ReportDocument,
): Row[] {
  return [
    columns.map((column) => cellOf(columnTitle(column), HEAD)),
    ...rows.map((row) => rowOf(row, columns, zone, {})),
    ...(total ? [rowOf(total, columns, zone, BOLD)] : []),
    ...(remarks.length > 0 ? [[], ...remarks.map((remark) => [remark])] : []),
  ];
}

function rowOf(
  cells: readonly ReportCell[],
  columns: readonly ReportColumn[],
  zone: string,
  style: Style,
): Row {
  return cells.map(({ value, atMs, estimated = false }, index) => {
    if (atMs !== undefined) return timeCell(atMs, zone, style);
    if (typeof value !== 'number') return cellOf(value, style);
    return cellOf(value, { ...style, format: numberFormat(columns[index]?.places ?? 0, estimated) });
  });
}

function cellOf(value: string | number | null, style: Style = {}): Cell {
  if (value === null || value === '') return null;
  if (typeof value === 'number') return { ...style, value, type: Number };
  // The library looks texts up in an object, where it would find `constructor`.
  return { ...style, value: value in {} ? `${value}\u200B` : value, type: String };
}

/** A format that shows an estimated number with a star. The cell still contains a number. */
function numberFormat(places: number, estimated: boolean): string {
  const digits = `#,##0${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  return estimated ? `${digits}"*"` : digits;
}

function widthOf(column: ReportColumn, index: number, rows: readonly (readonly ReportCell[])[]): number {
  if (column.kind === 'time') return 18;
  if (column.kind === 'number') return Math.min(WIDEST, Math.max(14, columnTitle(column).length + 2));
  const longest = rows.reduce((most, row) => Math.max(most, String(row[index]?.value ?? '').length), 10);
  return Math.min(WIDEST, longest * 1.6 + 2);
}

/** A time whose UTC fields are the local time, because times in Excel have no zone. */
function timeCell(ms: number, zone: string, style: Style = {}): Cell {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
  const value = new Date(local.toZonedDateTime('UTC').epochMilliseconds);
  return { ...style, value, type: Date, format: TIME_FORMAT };
}
