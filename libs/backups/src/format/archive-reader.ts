import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DomainError } from '@app/kernel';
import { extract } from 'tar-stream';
import { BackupFileError } from './backup-file-error';
import { ByteReader } from './byte-reader';
import { decrypted, ENCRYPTED_MAGIC } from './encryption';
import { withoutTrailer } from './trailer';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

export interface ArchiveEntry {
  name: string;
  sizeBytes: number;
  /** The content, which must be read to its end before the next entry. */
  content: Readable;
}

/**
 * Returns whether the file is encrypted.
 * @throws BackupFileError `foreign` if the file is not a backup
 */
export function isEncrypted(start: Buffer): boolean {
  if (start.subarray(0, ENCRYPTED_MAGIC.length).equals(ENCRYPTED_MAGIC)) return true;
  if (start.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return false;
  throw new BackupFileError('foreign', 'The file is not a backup of Plantroom.');
}

/**
 * Reads the entries of an archive that `ArchiveWriter` has written. The checksum of the whole file is compared after
 * the last entry. Until the promise resolves, the content that was read may be damaged.
 * @param take must read the content of the entry to its end
 * @throws BackupFileError; errors of `content` and of `take`
 */
export async function readArchive(
  content: Readable,
  passphrase: string | null,
  take: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const archive = extract();
  const abandoned = new AbortController();
  const reading = pipeline(
    content,
    (source: AsyncIterable<Buffer>) => withoutTrailer(opened(source, passphrase)),
    createGunzip(),
    archive,
    { signal: abandoned.signal },
  );
  try {
    for await (const entry of archive) {
      await take({ name: entry.header.name, sizeBytes: entry.header.size ?? 0, content: entry });
    }
    await reading;
  } catch (error) {
    abandoned.abort();
    const failure: unknown = await reading.then(
      () => error,
      (cause: unknown) => cause,
    );
    // The error of a pipeline stage takes precedence, because it caused the error of the entry.
    throw isOnlyAbandoned(failure) ? error : explained(failure);
  }
}

/** Returns true if the pipeline was only stopped because `take` has failed, and no stage has failed by itself. */
function isOnlyAbandoned(failure: unknown): boolean {
  const { name, code } = failure as NodeJS.ErrnoException;
  return name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE';
}

async function* opened(source: AsyncIterable<Buffer>, passphrase: string | null): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  if (!isEncrypted(await reader.peek(ENCRYPTED_MAGIC.length))) {
    yield* reader.rest();
  } else if (passphrase === null) {
    throw new BackupFileError(
      'passphrase_missing',
      'The backup file is encrypted. Set BACKUP_PASSPHRASE to the passphrase with which it was written.',
    );
  } else yield* decrypted(reader.rest(), passphrase);
}

/**
 * Converts errors of the decompression and of the archive to a BackupFileError, because they have no type of their own.
 */
function explained(error: unknown): unknown {
  if (error instanceof BackupFileError || error instanceof DomainError) return error;
  const { syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? BackupFileError.damaged((error as Error).message, error) : error;
}
