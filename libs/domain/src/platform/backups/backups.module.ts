import { StorageModule } from '@app/storage';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { ConfigurationModule } from '../configuration/configuration.module';
import { FilesModule } from '../files/files.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { OccurrencesModule } from '../occurrences/occurrences.module';
import { BackupClaims } from './backup-claims';
import { BackupRetentionService } from './backup-retention.service';
import { BackupScheduleService } from './backup-schedule.service';
import { BackupVerification } from './backup-verification';
import { BackupWorkService } from './backup-work.service';
import { BackupWriter } from './backup-writer';
import { BackupQueue, BackupsService } from './backups.service';
import { ScheduledBackups } from './scheduled-backups';

/** Requires `EventBusModule` and `QueueModule`. */
@Module({
  imports: [
    AuditModule,
    ConfigurationModule,
    FilesModule,
    IdempotencyModule,
    OccurrencesModule,
    StorageModule,
  ],
  providers: [
    BackupClaims,
    BackupQueue,
    BackupRetentionService,
    BackupScheduleService,
    BackupsService,
    BackupVerification,
    BackupWorkService,
    BackupWriter,
    ScheduledBackups,
  ],
  exports: [BackupQueue, BackupRetentionService, BackupScheduleService, BackupsService, BackupWorkService],
})
export class BackupsModule {}
