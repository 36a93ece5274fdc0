import { writeBackup, type WriteBackupJob } from '@app/contracts';
import { BackupQueue } from '@app/domain';
import { type DueRecord, type PendingRecords, SweepsRecords } from '@app/queue';

/** Makes the sweep queue a backup whose pause between attempts or claim is over, or whose job was lost. */
@SweepsRecords()
export class DueBackups implements PendingRecords<WriteBackupJob> {
  readonly job = writeBackup;

  constructor(private readonly backups: BackupQueue) {}

  findDue(limit: number): Promise<DueRecord<WriteBackupJob>[]> {
    return this.backups.findDue(limit);
  }
}
