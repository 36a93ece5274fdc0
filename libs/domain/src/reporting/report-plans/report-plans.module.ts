import { Module } from '@nestjs/common';
import { AreasModule } from '../../metering/areas/areas.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module';
import { ReportRunsModule } from '../report-runs/report-runs.module';
import { ReportTemplatesModule } from '../report-templates/report-templates.module';
import { PlanChecks } from './plan-checks';
import { ReportPlansService } from './report-plans.service';
import { ReportSchedules } from './report-schedules';
import { ReportStartsService } from './report-starts.service';
import { WorkflowReportsService } from './workflow-reports.service';

/** Requires `EventBusModule` and `QueueModule`. */
@Module({
  imports: [
    AreasModule,
    AuditModule,
    ConfigurationModule,
    IdempotencyModule,
    ReportRunsModule,
    ReportTemplatesModule,
  ],
  providers: [PlanChecks, ReportPlansService, ReportSchedules, ReportStartsService, WorkflowReportsService],
  exports: [ReportPlansService, ReportRunsModule, ReportStartsService, WorkflowReportsService],
})
export class ReportPlansModule {}
