import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { CSV_BOM, type CsvCell, csvLine } from '@app/kernel';
import { Temporal } from 'temporal-polyfill';
import type {
  ReportCell,
  ReportDocument,
  ReportSection,
  ReportTable,
} from '../report-documents/report-document';
import { coveragePercent } from '../report-documents/figures';
import { wordsOf } from '../report-documents/words/words-of';
import { columnTitle } from './cell-text';

/**
 * Writes a report as CSV. Each section is a block: a line with its heading, a line with the titles of its columns, and
 * its rows. All lines have the same number of cells.
 */
export async function renderCsv(document: ReportDocument, out: Writable): Promise<void> {
  const blocks = [
    headBlock(document),
    ...document.sections.map((section) => sectionBlock(section, document)),
  ];
  const width = Math.max(...blocks.flat().map((line) => line.length));
  const empty = Array.from({ length: width }, () => null);
  let text = CSV_BOM;
  for (const [index, lines] of blocks.entries()) {
    if (index > 0) text += csvLine(empty);
    for (const line of lines) {
      text += csvLine([...line, ...empty.slice(line.length)]);
      if (text.length > 65_536) text = await written(out, text);
    }
  }
  out.end(text);
  await finished(out);
}

async function written(out: Writable, text: string): Promise<''> {
  if (!out.write(text)) await once(out, 'drain');
  return '';
}

function headBlock({
  title,
  platformName,
  language,
  zone,
  periodText,
  previousText,
  generatedAtMs,
  coverage,
}: ReportDocument): CsvCell[][] {
  const { frame } = wordsOf(language);
  return [
    [frame.report, title],
    ['', platformName],
    [frame.period, periodText],
    [frame.comparedWith, previousText],
    [frame.timeZone, zone],
    [frame.generatedAt, isoIn(generatedAtMs, zone)],
    [`${frame.coverage} (%)`, coverage === null ? null : coveragePercent(coverage)],
  ];
}

function sectionBlock(section: ReportSection, { language, zone }: ReportDocument): CsvCell[][] {
  const { frame } = wordsOf(language);
  const remarks = section.remarks.map((remark): CsvCell[] => [remark]);
  const title: CsvCell[] = [section.title];
  if (section.kind === 'text')
    return [title, ...section.text.split(/\r?\n/).map((line): CsvCell[] => [line])];
  if (section.kind === 'summary') {
    const hasEstimates = section.figures.some(({ estimated }) => estimated);
    const head = [frame.figure, frame.value, frame.unit, `${frame.vsPrevious} (%)`, frame.remark];
    return [
      title,
      [...head, ...(hasEstimates ? [frame.estimatedColumn] : [])],
      ...section.figures.map(({ label, value, unit, change = null, detail = null, estimated }): CsvCell[] => [
        label,
        value,
        unit,
        change,
        detail,
        ...(estimated ? [frame.yes] : []),
      ]),
      ...remarks,
    ];
  }
  return [title, ...tableLines(section, zone, frame.estimatedColumn, frame.yes), ...remarks];
}

/** If the table has estimated values, an additional column marks the rows that have them. */
function tableLines(
  { columns, rows, total }: ReportTable,
  zone: string,
  estimated: string,
  yes: string,
): CsvCell[][] {
  const all = total ? [...rows, total] : rows;
  const hasEstimates = all.some(isEstimated);
  return [
    [...columns.map(columnTitle), ...(hasEstimates ? [estimated] : [])],
    ...all.map((row) => [
      ...row.map((cell) => csvCell(cell, zone)),
      ...(hasEstimates ? [isEstimated(row) ? yes : null] : []),
    ]),
  ];
}

function isEstimated(row: readonly ReportCell[]): boolean {
  return row.some((cell) => cell.estimated === true);
}

/** Times have an offset, so that a repeated hour is unambiguous. */
function csvCell({ value, atMs }: ReportCell, zone: string): CsvCell {
  return atMs === undefined ? value : isoIn(atMs, zone);
}

function isoIn(ms: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never', smallestUnit: 'second' });
}
