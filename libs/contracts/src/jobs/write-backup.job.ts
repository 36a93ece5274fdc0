import { IsUUID } from 'class-validator';
import { defineJob } from '../define-job';

/** Identifies one backup. All other data is in the backup's row. */
export class WriteBackupJob {
  @IsUUID() backupId: string;
}

/** Writes and verifies a backup. The backup's row shows whether it is due, and counts the attempts. */
export const writeBackup = defineJob({
  name: 'write-backup',
  queue: 'backups',
  payload: WriteBackupJob,
  forgetWhenDone: true,
});
