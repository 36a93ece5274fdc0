import { Module } from '@nestjs/common';
import { PointsModule } from '../../building/points/points.module';
import { AreasModule } from '../../metering/areas/areas.module';
import { CalendarsModule } from '../../operations/calendars/calendars.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { FilesModule } from '../../platform/files/files.module';
import { ReportPlansModule } from '../../reporting/report-plans/report-plans.module';
import { ReportTemplatesModule } from '../../reporting/report-templates/report-templates.module';
import { WorkflowReferencesService } from './workflow-references.service';
import { WorkflowsModule } from './workflows.module';
import { WorkflowWarningsService } from './workflow-warnings.service';

/** The warnings of workflows, for the API. Requires `GatewayClientModule`, `EventBusModule` and `QueueModule`. */
@Module({
  imports: [
    AreasModule,
    CalendarsModule,
    ConfigurationModule,
    FilesModule,
    PointsModule,
    ReportPlansModule,
    ReportTemplatesModule,
    WorkflowsModule,
  ],
  providers: [WorkflowReferencesService, WorkflowWarningsService],
  exports: [WorkflowWarningsService],
})
export class WorkflowWarningsModule {}
