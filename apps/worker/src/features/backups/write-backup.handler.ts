import { writeBackup, type WriteBackupJob } from '@app/contracts';
import { BackupWorkService } from '@app/domain';
import { HandlesJob, type JobContext, type JobHandler } from '@app/queue';

@HandlesJob(writeBackup)
export class WriteBackupHandler implements JobHandler<WriteBackupJob> {
  constructor(private readonly backups: BackupWorkService) {}

  /** A backup may take hours, so it is stopped as soon as the process is asked to end. */
  run({ backupId }: WriteBackupJob, { stopping }: JobContext): Promise<void> {
    return this.backups.run(backupId, stopping);
  }
}
