import { backUpDatabase } from '@app/backups';
import { Environment } from '@app/config';
import type { BackupEntity, FileEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { backupFileName } from '@app/processes';
import { FileStore } from '@app/storage';
import { Injectable } from '@nestjs/common';
import type { Attempt } from '../claimed-work/claimed-work';
import { GeneratedFiles } from '../files/generated-files';

/** The feature name in the origin of a backup's file. */
const PRODUCER = 'backups';
/** The progress of a backup when its file has been written, 0 to 1. */
export const WRITTEN_SHARE = 0.4;

/** Writes the file of a backup to the file store. */
@Injectable()
export class BackupWriter {
  constructor(
    private readonly files: GeneratedFiles,
    private readonly store: FileStore,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  get isEncrypting(): boolean {
    return this.environment.BACKUP_PASSPHRASE !== undefined;
  }

  /** @returns the new file, or the existing one if an interrupted attempt has already created it */
  write({ id, includesFiles, createdBy }: BackupEntity, attempt: Attempt): Promise<FileEntity> {
    const now = this.clock.now();
    const { DATABASE_URL, BACKUP_PASSPHRASE: passphrase = null } = this.environment;
    return this.files.write({
      name: backupFileName(now, this.isEncrypting),
      mimeType: this.isEncrypting ? 'application/octet-stream' : 'application/gzip',
      category: 'backup',
      createdBy,
      origin: { producer: PRODUCER, producerKey: id },
      signal: attempt.signal,
      write: async (output) => {
        await backUpDatabase(DATABASE_URL, {
          files: includesFiles ? this.store : null,
          open: () => output,
          passphrase,
          now,
          signal: attempt.signal,
          onProgress: (share) => (attempt.progress = share * WRITTEN_SHARE),
        });
      },
    });
  }
}
