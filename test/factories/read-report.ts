import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Workbook } from 'exceljs';
import { parse } from 'csv-parse/sync';

/** The text of each page of a PDF, with one line per text. */
export async function pdfPages(content: Buffer): Promise<string[]> {
  const reader = spawn(process.execPath, [join(__dirname, 'pdf-text.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  reader.stdin.end(content);
  return JSON.parse(await text(reader.stdout)) as string[];
}

/** The rows of a CSV file. Fails if their lengths differ. */
export function csvRows(content: Buffer): string[][] {
  return parse(content, { bom: true, record_delimiter: '\r\n' });
}

/** The values of each sheet of a workbook, by its name. */
export async function excelSheets(content: Buffer): Promise<Map<string, unknown[][]>> {
  const workbook = new Workbook();
  await workbook.xlsx.load(content as unknown as ArrayBuffer);
  return new Map(
    workbook.worksheets.map((sheet) => [
      sheet.name,
      sheet.getSheetValues().flatMap((row) => (Array.isArray(row) ? [row.slice(1)] : [])),
    ]),
  );
}
