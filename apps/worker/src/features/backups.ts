import { writeBackup, type WriteBackupJob } from '@app/contracts';
import { BackupQueue, BackupRetentionService, BackupWorkService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { HandlesJob, type JobContext, type JobHandler, sweepOf } from '@app/queue';
import { Injectable } from '@nestjs/common';

/** Deletes old backups, and the temporary database of an interrupted verification. Runs at the start and every hour. */
@Injectable()
export class PruneBackupsSchedule {
  constructor(private readonly retention: BackupRetentionService) {}

  @UnderLease('prune-backups', '25 47 * * * *', { atStart: true })
  async prune(signal: AbortSignal): Promise<void> {
    await this.retention.prune(signal);
    await this.retention.removeTrialDatabase();
  }
}

@HandlesJob(writeBackup)
export class WriteBackupHandler implements JobHandler<WriteBackupJob> {
  constructor(private readonly backups: BackupWorkService) {}

  /** A backup may take hours, so it is stopped as soon as the process is asked to end. */
  run({ backupId }: WriteBackupJob, { stopping }: JobContext): Promise<void> {
    return this.backups.run(backupId, stopping);
  }
}

export const backupsProviders = [
  sweepOf(writeBackup, BackupQueue, (queue, limit) => queue.findDue(limit)),
  PruneBackupsSchedule,
  WriteBackupHandler,
];
