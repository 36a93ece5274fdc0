import { mailProviders, MailSettings } from '@app/mail';
import { StorageModule } from '@app/storage';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuditLogService } from './audit-log/audit-log.service';
import { AuditService } from './audit/audit.service';
import { BackupClaims } from './backups/backup-claims';
import { BackupRetentionService } from './backups/backup-retention.service';
import { BackupScheduleService } from './backups/backup-schedule.service';
import { BackupVerification } from './backups/backup-verification';
import { BackupWorkService } from './backups/backup-work.service';
import { BackupWriter } from './backups/backup-writer';
import { BackupQueue, BackupsService } from './backups/backups.service';
import { ScheduledBackups } from './backups/scheduled-backups';
import { ConfigurationService } from './configuration/configuration.service';
import { FileReader } from './files/file-reader';
import { FileUsesService } from './files/file-uses.service';
import { FilesService } from './files/files.service';
import { GeneratedFiles } from './files/generated-files';
import { GatewaysService } from './gateways/gateways.service';
import { GatewayReportsService } from './health/gateway-reports.service';
import { ReadinessService } from './health/readiness.service';
import { IdempotencyService } from './idempotency/idempotency.service';
import { ConfiguredMailSettings } from './mailing/configured-mail-settings';
import { MailTestService } from './mailing/mail-test.service';
import { CurrentValuesService } from './occurrences/current-values.service';
import { ListenersService } from './occurrences/listeners.service';
import { OccurrencesService } from './occurrences/occurrences.service';
import { ScheduleSources } from './schedules/schedule-sources';
import { ScheduleUpkeepService } from './schedules/schedule-upkeep.service';
import { SchedulesService } from './schedules/schedules.service';
import { StoredFilesService } from './stored-files/stored-files.service';

const services = [
  ...mailProviders,
  AuditLogService,
  AuditService,
  BackupClaims,
  BackupQueue,
  BackupRetentionService,
  BackupScheduleService,
  BackupsService,
  BackupVerification,
  BackupWorkService,
  BackupWriter,
  ConfigurationService,
  CurrentValuesService,
  FileReader,
  FilesService,
  FileUsesService,
  GatewayReportsService,
  GatewaysService,
  GeneratedFiles,
  IdempotencyService,
  ListenersService,
  MailTestService,
  OccurrencesService,
  ReadinessService,
  ScheduledBackups,
  ScheduleSources,
  SchedulesService,
  ScheduleUpkeepService,
  StoredFilesService,
  { provide: MailSettings, useClass: ConfiguredMailSettings },
];

/**
 * Configuration, audit, files, mail, occurrences, schedules and backups. Like all modules of the domain, it requires
 * `EventBusModule`, `GatewayClientModule` and `QueueModule`.
 */
@Module({
  imports: [DiscoveryModule, StorageModule],
  providers: services,
  exports: services,
})
export class PlatformModule {}
