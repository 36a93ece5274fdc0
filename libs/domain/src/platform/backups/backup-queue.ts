import { writeBackup, type WriteBackupJob } from '@app/contracts';
import { BackupEntity } from '@app/entities';
import { Clock } from '@app/kernel';
import { JobClient } from '@app/queue';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { WorkQueue } from '../claimed-work/work-queue';

/** Queues the jobs of backups. */
@Injectable()
export class BackupQueue extends WorkQueue<WriteBackupJob> {
  constructor(dataSource: DataSource, jobs: JobClient, clock: Clock) {
    super(
      { dataSource, jobs, clock },
      { entity: BackupEntity, job: writeBackup, payloadOf: (backupId) => ({ backupId }) },
    );
  }
}
