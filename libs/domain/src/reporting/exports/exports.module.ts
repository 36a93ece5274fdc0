import { Module } from '@nestjs/common';
import { EnergyModule } from '../../metering/energy/energy.module';
import { AlertsModule } from '../../operations/alerts/alerts.module';
import { FaultsModule } from '../../operations/faults/faults.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { FilesModule } from '../../platform/files/files.module';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { AlarmsExport } from './alarms-export';
import { EnergyExport } from './energy-export';
import { ExportChecks } from './export-checks';
import { ExportClaims } from './export-claims';
import { ExportRetentionService } from './export-retention.service';
import { ExportSources } from './export-sources';
import { ExportWorkService } from './export-work.service';
import { ExportQueue, ExportsService } from './exports.service';
import { FaultsExport } from './faults-export';
import { WorkflowExportsService } from './workflow-exports.service';

/** Requires `EventBusModule`, `GatewayClientModule` and `QueueModule`. */
@Module({
  imports: [
    AlertsModule,
    AuditModule,
    ConfigurationModule,
    EnergyModule,
    FaultsModule,
    FilesModule,
    IdempotencyModule,
    OccurrencesModule,
  ],
  providers: [
    AlarmsExport,
    EnergyExport,
    ExportChecks,
    ExportClaims,
    ExportQueue,
    ExportRetentionService,
    ExportSources,
    ExportsService,
    ExportWorkService,
    FaultsExport,
    WorkflowExportsService,
  ],
  exports: [ExportQueue, ExportRetentionService, ExportsService, ExportWorkService, WorkflowExportsService],
})
export class ExportsModule {}
