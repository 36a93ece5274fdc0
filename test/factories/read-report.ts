import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import readXlsxFile from 'read-excel-file/node';

/** Returns the text of each page of a PDF, with one line per text element. */
export async function pdfPages(content: Buffer): Promise<string[]> {
  const reader = spawn(process.execPath, [join(__dirname, 'pdf-text.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  reader.stdin.end(content);
  return JSON.parse(await text(reader.stdout)) as string[];
}

/** Returns the rows of a CSV file. Fails if their lengths differ. */
export function csvRows(content: Buffer): string[][] {
  return parse(content, { bom: true, record_delimiter: '\r\n' });
}

/**
 * Returns the values of each sheet of a workbook by the sheet's name, without empty rows and without empty cells at the
 * end of a row. It uses another library than the product does to write workbooks.
 */
export async function excelSheets(content: Buffer): Promise<Map<string, unknown[][]>> {
  const sheets = await readXlsxFile(content);
  return new Map(
    sheets.map(({ sheet, data }) => [
      sheet,
      data
        .map((row) => row.slice(0, row.findLastIndex((value) => value !== null) + 1))
        .filter((row) => row.length > 0),
    ]),
  );
}
