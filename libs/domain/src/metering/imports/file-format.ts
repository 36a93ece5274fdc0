import type { Readable } from 'node:stream';
import { DomainError } from '@app/kernel';
import { type CsvLayout, fieldsOf, layoutOf } from './csv-layout';
import { lineGroups, decodedPieces } from './csv-lines';
import { type DateFormat, formatsOf } from './written-times';

/** The format of a file: CSV with dates of one format, or the XML of Green Button (ESPI). */
export interface FileFormat {
  dateFormat: DateFormat | 'espi';
  decimalComma: boolean;
}

/** The user's statements about the format. */
export interface GivenFormat {
  dateFormat?: DateFormat;
  decimal?: '.' | ',';
}

/**
 * Finds the format of a file. The first date decides. If its day and month may be exchanged, all dates of the file
 * must fit one order, and not both. In a file with semicolons or tabs, values with a comma and without a point have a
 * decimal comma. Stops reading as soon as nothing is open.
 * @param open opens the file; called again for each pass
 * @throws DomainError `unknown_columns`, `ambiguous_dates`, `ambiguous_decimals`
 */
export async function formatOf(open: () => Promise<Readable>, given: GivenFormat): Promise<FileFormat> {
  if (await isXml(await open())) return { dateFormat: 'espi', decimalComma: false };
  const clues = new FormatClues(given);
  let number = 0;
  for await (const lines of lineGroups(await open())) {
    for (const line of lines) {
      number++;
      if (line.trim() !== '') clues.read(line, number);
      if (clues.isClear) return clues.format();
    }
  }
  return clues.format();
}

async function isXml(content: Readable): Promise<boolean> {
  for await (const text of decodedPieces(content)) {
    if (text.trim() !== '') return text.trimStart().startsWith('<');
  }
  return false;
}

class FormatClues {
  private layout?: CsvLayout;
  /** The formats that fit each date so far; null before the first date. */
  private formats: readonly DateFormat[] | null;
  private points = 0;
  private commas = 0;

  constructor(private readonly given: GivenFormat) {
    this.formats = given.dateFormat === undefined ? null : [given.dateFormat];
  }

  read(line: string, number: number): void {
    if (!this.layout) {
      this.layout = layoutOf(line, { decimalComma: false, dateFormat: 'iso' }, number);
      if (this.layout.hasHeader) return;
    }
    const fields = fieldsOf(line, this.layout.separator);
    this.readDate(fields[this.layout.timestampColumn] ?? '', number);
    const value = fields[this.layout.valueColumn] ?? '';
    if (value.includes('.')) this.points++;
    if (value.includes(',')) this.commas++;
    if (this.mayHaveComma && this.points > 0 && this.commas > 0) {
      const message = `Line ${number} and the lines before it have values with points and with commas. Set decimal.`;
      throw new DomainError('invalid', 'ambiguous_decimals', message);
    }
  }

  /** True if no further line can change the format. */
  get isClear(): boolean {
    const isOrderOpen =
      this.given.dateFormat === undefined && !['iso', 'serial'].includes(this.formats?.[0] ?? '');
    return this.layout !== undefined && !isOrderOpen && !this.mayHaveComma;
  }

  /** @throws DomainError `ambiguous_dates` */
  format(): FileFormat {
    const [dateFormat = 'iso', other] = this.formats ?? [];
    if (other !== undefined) {
      const message =
        'Each date of the file could have the day or the month first. Set dateFormat to dmy for 24/12/2025, or to ' +
        'mdy for 12/24/2025.';
      throw new DomainError('invalid', 'ambiguous_dates', message);
    }
    const decimalComma = this.mayHaveComma ? this.commas > 0 : this.given.decimal === ',';
    return { dateFormat, decimalComma };
  }

  /** True if a comma in a value is a decimal comma. In files with commas as separators, the user must say so. */
  private get mayHaveComma(): boolean {
    return this.given.decimal === undefined && this.layout !== undefined && this.layout.separator !== ',';
  }

  private readDate(text: string, number: number): void {
    if (this.given.dateFormat !== undefined) return;
    const found = formatsOf(text);
    if (found.length === 0) return;
    const before = this.formats ?? found;
    const both = before.filter((format) => found.includes(format));
    // A line with a date in another kind of format is refused later, by itself.
    if (both.length === 0 && !(isOrder(before[0]) && isOrder(found[0]))) return;
    if (both.length === 0) {
      const message =
        `Line ${number} has a date with another order of day and month than the lines before it. Write all dates in ` +
        'one order, or set dateFormat.';
      throw new DomainError('invalid', 'ambiguous_dates', message);
    }
    this.formats = both;
  }
}

/** True if the format is one of the two orders of day and month. */
function isOrder(format: DateFormat | undefined): boolean {
  return format === 'dmy' || format === 'mdy';
}
