import type { Writable } from 'node:stream';
import { type Style, stream, type Worksheet } from 'exceljs';
import { Temporal } from 'temporal-polyfill';
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

const HEAD: Partial<Style> = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE7EEF1' } },
  alignment: { vertical: 'top', wrapText: true },
};
const BOLD: Partial<Style> = { font: { bold: true } };
const TIME_FORMAT = 'yyyy-mm-dd hh:mm';
const WIDEST = 60;

/**
 * Writes a report as an Excel workbook: a first sheet with texts and summaries, and a sheet for each table and chart.
 * Numbers and times are stored as such, not as text. Excel has no time zones, so times are local times of the report's
 * zone.
 */
export async function renderExcel(document: ReportDocument, out: Writable): Promise<void> {
  const workbook = new stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false });
  workbook.creator = document.platformName;
  workbook.created = new Date(document.generatedAtMs);
  const { frame } = wordsOf(document.language);
  const tables = document.sections.filter((section) => section.kind === 'table' || section.kind === 'chart');
  const [first = frame.report, ...names] = sheetNames([frame.report, ...tables.map(({ title }) => title)]);
  const overview = workbook.addWorksheet(first);
  overview.columns = [{ width: 36 }, { width: 18 }, { width: 14 }, { width: 22 }, { width: 40 }];
  writeOverview(overview, document);
  overview.commit();
  for (const [index, table] of tables.entries()) {
    const sheet = workbook.addWorksheet(names[index], { views: [{ state: 'frozen', ySplit: 1 }] });
    writeTable(sheet, table, document);
    sheet.commit();
  }
  await workbook.commit();
}

function writeOverview(sheet: Worksheet, document: ReportDocument): void {
  const { frame } = wordsOf(document.language);
  const { title, platformName, periodText, previousText, zone, generatedAtMs, coverage } = document;
  const heading = sheet.addRow([title]);
  heading.font = { bold: true, size: 16 };
  heading.commit();
  const facts: [string, string | number | Date | null][] = [
    ['', platformName],
    [frame.period, periodText],
    [frame.comparedWith, previousText],
    [frame.timeZone, zone],
    [frame.generatedAt, wallTime(generatedAtMs, zone)],
    [frame.coverage, coverage ?? frame.noMeters],
  ];
  for (const [label, value] of facts) {
    const row = sheet.addRow([label, value]);
    if (value instanceof Date) row.getCell(2).numFmt = TIME_FORMAT;
    else if (typeof value === 'number') row.getCell(2).numFmt = '0.0%';
    row.commit();
  }
  for (const section of document.sections) writeProse(sheet, section, document);
}

/** Writes texts and summaries. */
function writeProse(sheet: Worksheet, section: ReportSection, { language }: ReportDocument): void {
  if (section.kind !== 'text' && section.kind !== 'summary') return;
  const { frame } = wordsOf(language);
  sheet.addRow([]).commit();
  const heading = sheet.addRow([section.title]);
  heading.font = { bold: true, size: 12 };
  heading.commit();
  if (section.kind === 'text') {
    for (const line of section.text.split(/\r?\n/)) sheet.addRow([line]).commit();
    return;
  }
  const head = sheet.addRow([frame.figure, frame.value, frame.unit, `${frame.vsPrevious} (%)`, frame.remark]);
  head.eachCell((cell) => Object.assign(cell, { style: HEAD }));
  head.commit();
  for (const { label, value, unit, places, change = null, detail = null, estimated } of section.figures) {
    const row = sheet.addRow([label, value, unit, change, detail]);
    row.getCell(2).numFmt = numberFormat(places, estimated);
    row.getCell(4).numFmt = '+0.0;-0.0;0.0';
    row.commit();
  }
  for (const remark of section.remarks) sheet.addRow([remark]).commit();
}

function writeTable(
  sheet: Worksheet,
  { columns, rows, total, remarks }: ReportTable & { remarks: string[] },
  { zone }: ReportDocument,
): void {
  sheet.columns = columns.map((column, index) => ({ width: widthOf(column, index, rows) }));
  const head = sheet.addRow(columns.map(columnTitle));
  head.eachCell((cell) => Object.assign(cell, { style: HEAD }));
  head.commit();
  for (const row of rows) writeRow(sheet, row, columns, zone, {});
  if (total) writeRow(sheet, total, columns, zone, BOLD);
  if (remarks.length > 0) sheet.addRow([]).commit();
  for (const remark of remarks) sheet.addRow([remark]).commit();
}

function writeRow(
  sheet: Worksheet,
  cells: readonly ReportCell[],
  columns: readonly ReportColumn[],
  zone: string,
  style: Partial<Style>,
): void {
  const row = sheet.addRow(
    cells.map(({ value, atMs }) => (atMs === undefined ? value : wallTime(atMs, zone))),
  );
  for (const [index, { value, atMs, estimated = false }] of cells.entries()) {
    const cell = row.getCell(index + 1);
    cell.style = { ...style };
    if (atMs !== undefined) cell.numFmt = TIME_FORMAT;
    else if (typeof value === 'number') cell.numFmt = numberFormat(columns[index]?.places ?? 0, estimated);
  }
  row.commit();
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

/** Returns a date whose UTC fields are the local time, because times in Excel have no zone. */
function wallTime(ms: number, zone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
  return new Date(local.toZonedDateTime('UTC').epochMilliseconds);
}
