import { Module } from '@nestjs/common';
import { PointsModule } from '../../building/points/points.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { FaultsModule } from '../faults/faults.module';
import { WorkReferencesModule } from '../work-references/work-references.module';
import { MaintenanceService } from './maintenance.service';
import { MaintenanceChecks } from './maintenance-checks';
import { MaintenanceJournal } from './maintenance-journal';
import { MaintenanceRecurrenceService } from './maintenance-recurrence.service';
import { WorkflowTicketsService } from './workflow-tickets.service';

/** Requires `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [
    AuditModule,
    ConfigurationModule,
    FaultsModule,
    OccurrencesModule,
    PointsModule,
    WorkReferencesModule,
  ],
  providers: [
    MaintenanceChecks,
    MaintenanceJournal,
    MaintenanceRecurrenceService,
    MaintenanceService,
    WorkflowTicketsService,
  ],
  exports: [MaintenanceRecurrenceService, MaintenanceService, WorkflowTicketsService],
})
export class MaintenanceModule {}
