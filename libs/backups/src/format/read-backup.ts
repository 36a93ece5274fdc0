import { createHash, type Hash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isFileKey, MeasuredStream } from '@app/storage';
import { type ArchiveEntry, readArchive } from './archive-reader';
import { BackupFileError } from './backup-file-error';
import { fileLine } from './backup-writer';
import {
  type BackupContent,
  type BackupManifest,
  type BackupTable,
  type BackupTotals,
  parseManifest,
  parseTotals,
} from './manifest';
import { countLines } from './row-lines';

/**
 * The maximum size of a part of a table. Only a single row could be larger, and the product never stores such a row.
 */
const MAX_PART_BYTES = 512 * 1024 * 1024;
const PART = /^tables\/([a-z0-9_]+)\/(\d{6,})\.ndjson$/;
const FILE = /^files\/(.+)$/;

/** Receives the content of a backup in the order in which the file contains it. */
export interface BackupVisitor {
  manifest?(manifest: BackupManifest): Promise<void> | void;
  /** @param lines complete lines; see `decodeLines` */
  rows?(table: BackupTable, lines: Buffer): Promise<void>;
  /** Receives a file. Must read the content to its end. */
  file?(key: string, content: Readable): Promise<void>;
}

/**
 * Reads a whole backup and compares all checksums and counts.
 * @param visitor receives the content before the checksums are compared. Before you change anything, read the file once
 *   without a visitor
 * @throws BackupFileError; errors of `content` and of the visitor
 */
export async function readBackup(
  content: Readable,
  passphrase: string | null,
  visitor: BackupVisitor = {},
): Promise<BackupContent> {
  const reading = new BackupReading(visitor);
  await readArchive(content, passphrase, (entry) => reading.take(entry));
  return reading.finish();
}

interface TableProgress {
  table: BackupTable;
  hash: Hash;
  rows: number;
  parts: number;
}

/** The state of reading one backup. */
class BackupReading {
  private manifest: BackupManifest | undefined;
  private totals: BackupTotals | undefined;
  private readonly tables = new Map<string, TableProgress>();
  private readonly filesHash = createHash('sha256');
  private readonly files = { count: 0, bytes: 0 };

  constructor(private readonly visitor: BackupVisitor) {}

  async take(entry: ArchiveEntry): Promise<void> {
    const { name, content } = entry;
    if (this.totals) throw BackupFileError.damaged(`the entry ${name} comes after the totals`);
    if (!this.manifest) return this.takeManifest(entry);
    if (name === 'totals.json') {
      this.totals = parseTotals(await buffer(content));
      return;
    }
    const [, table, number] = PART.exec(name) ?? [];
    if (table !== undefined) return this.takeRows(table, Number(number), entry);
    const [, key] = FILE.exec(name) ?? [];
    if (key === undefined) throw BackupFileError.damaged(`the entry ${name} is unknown`);
    await this.takeFile(key, content);
  }

  finish(): BackupContent {
    const { manifest, totals } = this;
    if (!manifest || !totals) throw BackupFileError.damaged('the totals are missing');
    for (const { name } of manifest.tables) this.compareTable(name, totals);
    if (Object.keys(totals.tables).length !== manifest.tables.length) {
      throw BackupFileError.damaged('the totals and the manifest name different tables');
    }
    const { count, bytes, sha256 } = totals.files;
    const isSame =
      count === this.files.count && bytes === this.files.bytes && sha256 === this.filesHash.digest('hex');
    if (!isSame) throw BackupFileError.damaged('the stored files do not match the totals');
    return { manifest, totals };
  }

  private async takeManifest({ name, content }: ArchiveEntry): Promise<void> {
    if (name !== 'manifest.json') throw BackupFileError.damaged('the first entry is not the manifest');
    this.manifest = parseManifest(await buffer(content));
    for (const table of this.manifest.tables) {
      this.tables.set(table.name, { table, hash: createHash('sha256'), rows: 0, parts: 0 });
    }
    await this.visitor.manifest?.(this.manifest);
  }

  private async takeRows(name: string, number: number, { sizeBytes, content }: ArchiveEntry): Promise<void> {
    const progress = this.tables.get(name);
    if (!progress) throw BackupFileError.damaged(`the manifest does not name the table ${name}`);
    if (number !== ++progress.parts) throw BackupFileError.damaged(`a part of the table ${name} is missing`);
    if (sizeBytes > MAX_PART_BYTES) throw BackupFileError.damaged(`a part of the table ${name} is too large`);
    const lines = await buffer(content);
    progress.hash.update(lines);
    progress.rows += countLines(lines);
    await this.visitor.rows?.(progress.table, lines);
  }

  private async takeFile(key: string, content: Readable): Promise<void> {
    if (!isFileKey(key))
      throw BackupFileError.damaged(`${JSON.stringify(key)} is not the key of a stored file`);
    const measured = new MeasuredStream();
    // The callback is empty: if the content fails, `measured` fails too, and its reader gets this error.
    pipeline(content, measured, () => undefined);
    await (this.visitor.file ? this.visitor.file(key, measured) : drain(measured));
    const written = measured.result();
    this.filesHash.update(fileLine(key, written));
    this.files.count++;
    this.files.bytes += written.sizeBytes;
  }

  private compareTable(name: string, { tables }: BackupTotals): void {
    const progress = this.tables.get(name);
    const expected = tables[name];
    const isSame = expected?.rows === progress?.rows && expected?.sha256 === progress?.hash.digest('hex');
    if (!isSame)
      throw BackupFileError.damaged(`the rows of the table ${name} do not match the totals of the backup`);
  }
}

async function drain(stream: Readable): Promise<void> {
  for await (const _chunk of stream) {
    // Read the bytes without using them, because they only have to be measured.
  }
}
