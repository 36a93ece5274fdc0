import { createHash } from 'node:crypto';
import { pipeline, type Readable, type Writable } from 'node:stream';
import { MeasuredStream, type WrittenFile } from '@app/storage';
import { ArchiveWriter } from './archive-writer';
import type { BackupManifest, BackupTable, BackupTotals } from './manifest';
import { countLines, type DriverRow, encodeRow } from './row-lines';

/** The minimum size of a part of a table. A part ends after the row with which it reaches this size. */
const PART_CHARACTERS = 1024 * 1024;
const PART_DIGITS = 6;

/**
 * Writes a backup: first the manifest, then the rows of each table in parts, then the files, and finally the totals.
 */
export class BackupWriter {
  private readonly archive: ArchiveWriter;
  private readonly totals: BackupTotals = {
    tables: {},
    files: { count: 0, bytes: 0, sha256: '', missing: 0 },
  };
  private readonly filesHash = createHash('sha256');

  private constructor(output: Writable, passphrase: string | null, manifest: BackupManifest) {
    this.archive = new ArchiveWriter(output, { passphrase, createdAt: new Date(manifest.createdAt) });
  }

  /**
   * Begins a backup.
   * @param output is ended by `finish`. Destroy it to abort the backup
   */
  static async begin(
    output: Writable,
    passphrase: string | null,
    manifest: BackupManifest,
  ): Promise<BackupWriter> {
    const writer = new BackupWriter(output, passphrase, manifest);
    await writer.archive.add('manifest.json', jsonOf(manifest));
    return writer;
  }

  /**
   * Writes all rows of a table.
   * @param nextId returns the next id that the database will generate. Called after all rows were read
   */
  async addTable(
    table: BackupTable,
    pages: AsyncIterable<readonly DriverRow[]>,
    nextId: () => Promise<string | null>,
  ): Promise<void> {
    const hash = createHash('sha256');
    let rows = 0;
    let number = 0;
    for await (const lines of linesOf(table, pages)) {
      hash.update(lines);
      rows += countLines(lines);
      const digits = String(++number).padStart(PART_DIGITS, '0');
      await this.archive.add(`tables/${table.name}/${digits}.ndjson`, lines);
    }
    this.totals.tables[table.name] = { rows, sha256: hash.digest('hex'), nextId: await nextId() };
  }

  async addFile(key: string, sizeBytes: number, content: Readable): Promise<void> {
    const measured = new MeasuredStream();
    // The callback is empty: if the content fails, `measured` fails too, and the archive reports this error.
    pipeline(content, measured, () => undefined);
    await this.archive.addStream(`files/${key}`, sizeBytes, measured);
    this.filesHash.update(fileLine(key, measured.result()));
    this.totals.files.count++;
    this.totals.files.bytes += sizeBytes;
  }

  addMissingFile(): void {
    this.totals.files.missing++;
  }

  async finish(): Promise<BackupTotals> {
    this.totals.files.sha256 = this.filesHash.digest('hex');
    await this.archive.add('totals.json', jsonOf(this.totals));
    await this.archive.finish();
    return this.totals;
  }
}

/** Returns the line that represents a file in the checksum of all files. */
export function fileLine(key: string, { sizeBytes, sha256 }: WrittenFile): string {
  return `${key} ${sizeBytes} ${sha256}\n`;
}

/** Encodes the rows of a table as lines, and yields them in parts that contain complete lines. */
export async function* linesOf(
  { columns }: BackupTable,
  pages: AsyncIterable<readonly DriverRow[]>,
): AsyncGenerator<Buffer> {
  let lines: string[] = [];
  let characters = 0;
  for await (const page of pages) {
    for (const row of page) {
      const line = encodeRow(columns, row);
      lines.push(line);
      characters += line.length;
      if (characters < PART_CHARACTERS) continue;
      yield Buffer.from(lines.join(''));
      lines = [];
      characters = 0;
    }
  }
  if (lines.length > 0) yield Buffer.from(lines.join(''));
}

function jsonOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
