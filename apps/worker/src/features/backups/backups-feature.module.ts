import { BackupsModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { DueBackups } from './due-backups';
import { PruneBackupsSchedule } from './prune-backups.schedule';
import { WriteBackupHandler } from './write-backup.handler';

@Module({
  imports: [BackupsModule, LeaseModule],
  providers: [DueBackups, PruneBackupsSchedule, WriteBackupHandler],
})
export class BackupsFeatureModule {}
