import { addAbortSignal, pipeline, type Readable, Transform } from 'node:stream';
import { type BackupContent, BackupFileError, readBackup, trialRestore } from '@app/backups';
import { Environment } from '@app/config';
import type { FileEntity } from '@app/entities';
import { Injectable, Logger } from '@nestjs/common';
import type { Attempt } from '../claimed-work/claimed-work';
import { FileReader } from '../files/file-reader';
import { WRITTEN_SHARE } from './backup-writer';

export interface Verified {
  content: BackupContent;
  /** False if the database account may not create the temporary database. */
  isRestored: boolean;
}

/** Thrown if the backup was written, but its verification could not be carried out. The cause is in the log. */
export class VerificationFailed extends Error {
  constructor() {
    super('The backup was written, but it could not be verified because of an error of the service.');
    this.name = 'VerificationFailed';
  }
}

const READ_SHARE = 0.2;

/**
 * Verifies a backup: reads the file back, compares its checksums, restores it into a temporary database, and compares
 * the number and the checksum of the rows of each table.
 */
@Injectable()
export class BackupVerification {
  private readonly logger = new Logger(BackupVerification.name);

  constructor(
    private readonly files: FileReader,
    private readonly environment: Environment,
  ) {}

  /** @throws BackupFileError if the file is damaged; VerificationFailed if the check itself fails */
  async verify(file: FileEntity, attempt: Attempt): Promise<Verified> {
    const { DATABASE_URL: url, BACKUP_PASSPHRASE: passphrase = null } = this.environment;
    const { signal } = attempt;
    try {
      const readFrom = WRITTEN_SHARE;
      const content = await readBackup(await this.open(file, attempt, readFrom, READ_SHARE), passphrase);
      const restoredFrom = readFrom + READ_SHARE;
      const isRestored = await trialRestore({
        files: null,
        url,
        manifest: content.manifest,
        content: await this.open(file, attempt, restoredFrom, 1 - restoredFrom),
        passphrase,
        signal,
      });
      return { content, isRestored };
    } catch (error) {
      if (signal.aborted || error instanceof BackupFileError) throw error;
      this.logger.error({ err: error, fileId: file.id }, 'A backup could not be verified.');
      throw new VerificationFailed();
    }
  }

  /** Opens the file. While it is read, the progress rises from `start` to `start` + `share`. */
  private async open(file: FileEntity, attempt: Attempt, start: number, share: number): Promise<Readable> {
    const { content } = await this.files.openBackup(file.id);
    addAbortSignal(attempt.signal, content);
    return passed(content, (bytes) => {
      attempt.progress = start + (share * bytes) / Math.max(file.sizeBytes, 1);
    });
  }
}

/** Passes a stream through and counts its bytes. @param onBytes is called with the number of bytes so far */
function passed(source: Readable, onBytes: (bytes: number) => void): Readable {
  let bytes = 0;
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      onBytes(bytes);
      done(null, chunk);
    },
  });
  // If the source fails, `pipeline` also destroys the counter, and the consumer of the counter gets the error.
  return pipeline(source, counter, () => undefined);
}
