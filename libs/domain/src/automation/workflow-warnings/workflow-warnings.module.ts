import { EphemeralModule } from '@app/ephemeral';
import { OutboundHttpModule } from '@app/outbound-http';
import { Module } from '@nestjs/common';
import { LightingModule } from '../../building/lighting/lighting.module';
import { PointsModule } from '../../building/points/points.module';
import { AreasModule } from '../../metering/areas/areas.module';
import { CalendarsModule } from '../../operations/calendars/calendars.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { FilesModule } from '../../platform/files/files.module';
import { MailingModule } from '../../platform/mailing/mailing.module';
import { ExportsModule } from '../../reporting/exports/exports.module';
import { ReportPlansModule } from '../../reporting/report-plans/report-plans.module';
import { ReportTemplatesModule } from '../../reporting/report-templates/report-templates.module';
import { WorkflowCallsService } from '../executions/calls/workflow-calls.service';
import { ExecutionIntakeModule } from '../executions/intake/execution-intake.module';
import { ExecutionLights } from '../executions/ports/execution-lights';
import { ExecutionMail } from '../executions/ports/execution-mail';
import { RecipientLimit } from '../executions/ports/recipient-limit';
import { SavedPortChecks } from './saved-port-checks';
import { WorkflowReferencesService } from '../workflows/workflow-references.service';
import { WorkflowsModule } from '../workflows/workflows.module';
import { WorkflowWarningsService } from './workflow-warnings.service';

/** The warnings of workflows, for the API. Requires `GatewayClientModule`, `EventBusModule` and `QueueModule`. */
@Module({
  imports: [
    AreasModule,
    CalendarsModule,
    ConfigurationModule,
    EphemeralModule,
    ExecutionIntakeModule,
    ExportsModule,
    FilesModule,
    LightingModule,
    MailingModule,
    OutboundHttpModule,
    PointsModule,
    ReportPlansModule,
    ReportTemplatesModule,
    WorkflowsModule,
  ],
  providers: [
    ExecutionLights,
    ExecutionMail,
    RecipientLimit,
    SavedPortChecks,
    WorkflowCallsService,
    WorkflowReferencesService,
    WorkflowWarningsService,
  ],
  exports: [WorkflowWarningsService],
})
export class WorkflowWarningsModule {}
