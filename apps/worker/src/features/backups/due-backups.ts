import { writeBackup, type WriteBackupJob } from '@app/contracts';
import { BackupQueue } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/**
 * Finds backups that the sweep must queue, because a pause between attempts is over, a claim has expired, or a job was
 * lost.
 */
@SweepsRecords()
export class DueBackups implements PendingRecords<WriteBackupJob> {
  readonly job = writeBackup;

  constructor(private readonly backups: BackupQueue) {}

  findDue(limit: number): Promise<DueRecord<WriteBackupJob>[]> {
    return this.backups.findDue(limit);
  }
}
