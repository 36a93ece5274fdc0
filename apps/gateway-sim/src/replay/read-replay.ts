import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parse } from 'csv-parse';
import { GrowingColumn } from './growing-column';
import { parseInstant } from './parse-instant';
import { ReplaySeries } from './replay-series';

/** A file that cannot be replayed. The message is one line and names the file. */
export class ReplayError extends Error {
  constructor(file: string, reason: string, cause?: unknown) {
    super(`${file}: ${reason}`, { cause });
    this.name = 'ReplayError';
  }
}

/**
 * Reads a CSV file, which is gzipped if its name ends in `.gz`. It has a header. The first column contains the time.
 * Each further column is a point with its energy in kWh; a blank means that nothing was measured. The code of a point
 * is `prefix` plus the name of its column.
 * @throws ReplayError if the file is missing or malformed
 */
export async function readReplay(file: string, prefix: string): Promise<ReplaySeries[]> {
  const records = pipeline(
    file.endsWith('.gz')
      ? [createReadStream(file), createGunzip(), parse({ bom: true, skip_empty_lines: true })]
      : [createReadStream(file), parse({ bom: true, skip_empty_lines: true })],
    () => {}, // If the file cannot be read, the iteration below throws.
  ) as AsyncIterable<string[]> & NodeJS.ReadWriteStream;
  const table = new ReplayTable(file);
  try {
    for await (const record of records) table.add(record);
  } catch (error) {
    if (error instanceof ReplayError) throw error;
    throw new ReplayError(file, reasonOf(error), error);
  }
  return table.series(prefix);
}

/** Collects the rows of one file. */
class ReplayTable {
  private header: string[] = [];
  private readonly times = new GrowingColumn();
  private columns: GrowingColumn[] = [];
  private row = 0;

  constructor(private readonly file: string) {}

  add(record: string[]): void {
    this.row++;
    if (this.row === 1) this.readHeader(record);
    else this.readRow(record);
  }

  series(prefix: string): ReplaySeries[] {
    const timesMs = this.times.finish();
    if (timesMs.length === 0) throw this.error('there are no measurements');
    const group = basename(this.file).replace(/\.csv(\.gz)?$/, '');
    return this.header.map(
      (name, index) =>
        new ReplaySeries(
          `${prefix}${name}`,
          name,
          group,
          timesMs,
          (this.columns[index] as GrowingColumn).finish(),
        ),
    );
  }

  private readHeader(record: string[]): void {
    this.header = record.slice(1).map((name) => name.trim());
    if (this.header.length === 0) throw this.error('the header names no column except the time');
    if (this.header.includes('')) throw this.error('a column of the header has no name');
    const twice = this.header.find((name, index) => this.header.indexOf(name) !== index);
    if (twice !== undefined) throw this.error(`two columns have the name "${twice}"`);
    this.columns = this.header.map(() => new GrowingColumn());
  }

  private readRow(record: string[]): void {
    const atMs = parseInstant(record[0] ?? '');
    if (atMs === null) throw this.error(`row ${this.row}: "${record[0]}" is not a time`);
    if (atMs <= (this.times.last() ?? -Infinity)) {
      throw this.error(`row ${this.row}: ${record[0]} is not later than the time of the previous row`);
    }
    this.times.push(atMs);
    for (const [index, column] of this.columns.entries()) {
      const cell = (record[index + 1] ?? '').trim();
      const value = cell === '' ? Number.NaN : Number(cell);
      if (cell !== '' && !Number.isFinite(value)) {
        throw this.error(`row ${this.row}: "${cell}" in column ${this.header[index]} is not a number`);
      }
      column.push(value);
    }
  }

  private error(reason: string): ReplayError {
    return new ReplayError(this.file, reason);
  }
}

function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  const line = message.replace(/\s+/g, ' ');
  return code.startsWith('Z_') ? `it cannot be unzipped: ${line}` : line;
}
