import { dropTrialDatabase } from '@app/backups';
import { Environment } from '@app/config';
import { Actor, Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FileReader } from '../files/file-reader';
import { FilesService } from '../files/files.service';
import {
  deleteBackup,
  deleteWithoutFile,
  findBackupSchedule,
  findCompletedScheduled,
  findFailedBefore,
  hasActiveBackup,
  type KeptBackup,
} from './backups.queries';

const FAILED_KEPT_MS = 30 * 24 * 3_600_000;
const ACTOR = Actor.system('backups');

/**
 * Deletes old backups with their files. Only a limited number of scheduled backups is kept. A backup that a person
 * started is kept until a person deletes its file.
 */
@Injectable()
export class BackupRetentionService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly files: FilesService,
    private readonly reader: FileReader,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** @throws if `signal` is aborted; the next call continues the deletion */
  async prune(signal: AbortSignal): Promise<void> {
    const { manager } = this.dataSource;
    await deleteWithoutFile(manager);
    const failed = await findFailedBefore(manager, new Date(this.clock.nowMs() - FAILED_KEPT_MS));
    for (const backup of [...failed, ...(await this.surplus())]) {
      signal.throwIfAborted();
      await this.remove(backup);
    }
  }

  /** Drops the temporary database of a verification whose worker was killed. */
  async removeTrialDatabase(): Promise<void> {
    if (!(await hasActiveBackup(this.dataSource.manager)))
      await dropTrialDatabase(this.environment.DATABASE_URL);
  }

  /**
   * Returns the scheduled backups to delete: all but the newest ones. Backups whose content is missing from the file
   * store do not count as newest. The newest verified backup is never deleted.
   */
  private async surplus(): Promise<KeptBackup[]> {
    const { retentionCount } = await findBackupSchedule(this.dataSource.manager);
    const surplus: KeptBackup[] = [];
    let kept = 0;
    let hasVerified = false;
    for (const backup of await findCompletedScheduled(this.dataSource.manager)) {
      const isVerified = backup.verifiedAt !== null;
      const isNeeded = kept < retentionCount || (isVerified && !hasVerified);
      if (isNeeded && (await this.isPresent(backup))) {
        kept++;
        hasVerified ||= isVerified;
      } else if (kept >= retentionCount) surplus.push(backup);
    }
    return surplus;
  }

  private async isPresent({ fileId }: KeptBackup): Promise<boolean> {
    if (fileId === null) return false;
    try {
      const { content } = await this.reader.openBackup(fileId);
      content.destroy();
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  /** Deletes the file first. If the process dies before it deletes the row, the next run deletes the row. */
  private async remove({ id, fileId }: KeptBackup): Promise<void> {
    try {
      if (fileId !== null) await this.files.remove(ACTOR, fileId);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    await deleteBackup(this.dataSource.manager, id);
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'not_found';
}
