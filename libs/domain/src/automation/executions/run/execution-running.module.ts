import { EphemeralModule } from '@app/ephemeral';
import { OutboundHttpModule } from '@app/outbound-http';
import { RestrictedSqlModule } from '@app/restricted-sql';
import { Module } from '@nestjs/common';
import { AlertsModule } from '../../../operations/alerts/alerts.module';
import { MaintenanceModule } from '../../../operations/maintenance/maintenance.module';
import { LightingModule } from '../../../building/lighting/lighting.module';
import { PointsModule } from '../../../building/points/points.module';
import { PointRevertsModule } from '../../../building/point-reverts/point-reverts.module';
import { PointWritesModule } from '../../../building/point-writes/point-writes.module';
import { GatewayProxyModule } from '../../../metering/gateway-proxy/gateway-proxy.module';
import { PeriodFiguresModule } from '../../../metering/period-figures/period-figures.module';
import { ExportsModule } from '../../../reporting/exports/exports.module';
import { ReportPlansModule } from '../../../reporting/report-plans/report-plans.module';
import { ConfigurationModule } from '../../../platform/configuration/configuration.module';
import { FilesModule } from '../../../platform/files/files.module';
import { MailingModule } from '../../../platform/mailing/mailing.module';
import { OccurrencesModule } from '../../../platform/occurrences/occurrences.module';
import { RememberedValuesModule } from '../../remembered-values/remembered-values.module';
import { ExpressionSitesModule } from '../../expression-sites/expression-sites.module';
import { WorkflowAnswersService } from '../answers/workflow-answers.service';
import { CallerWakerModule } from '../calls/caller-waker.module';
import { WorkflowCallsService } from '../calls/workflow-calls.service';
import { WaitsModule } from '../waits/waits.module';
import { WorkflowsModule } from '../../workflows/workflows.module';
import { DatabaseExecutionStore } from './database-execution-store';
import { FailureEvents } from './failure-events';
import { ExecutionErrorHandler } from './execution-error-handler';
import { ExecutionBatchRunner } from './execution-batch-runner';
import { ExecutionMail } from '../ports/execution-mail';
import { ExecutionCalls } from '../ports/execution-calls';
import { ExecutionMemory } from '../ports/execution-memory';
import { ExecutionPoints } from '../ports/execution-points';
import { ExecutionReadings } from '../ports/execution-readings';
import { ExecutionLights } from '../ports/execution-lights';
import { executionPorts } from '../ports/execution-ports';
import { ExecutionDriverFactory } from './execution-driver.factory';
import { ExecutionRunner } from './execution-runner';
import { ExecutionStore } from '../record/execution-store';
import { DEFAULT_EXECUTION_TIMING, EXECUTION_TIMING } from '../record/execution-timing';
import { ExecutionClaims } from './execution-claims';
import { ExecutionIntakeModule } from '../intake/execution-intake.module';
import { RecipientLimit } from '../ports/recipient-limit';
import { ExecutionBasisReader } from './execution-basis-reader';
import { OverdueExecutionsService } from './overdue-executions.service';
import { WorkerIdentity } from '../record/worker-identity';

/** Runs executions in a worker. Requires `QueueModule`, `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [
    AlertsModule,
    ConfigurationModule,
    EphemeralModule,
    ExecutionIntakeModule,
    ExportsModule,
    GatewayProxyModule,
    ExpressionSitesModule,
    FilesModule,
    LightingModule,
    MailingModule,
    MaintenanceModule,
    OccurrencesModule,
    OutboundHttpModule,
    PeriodFiguresModule,
    PointsModule,
    PointRevertsModule,
    PointWritesModule,
    ReportPlansModule,
    RememberedValuesModule,
    RestrictedSqlModule,
    CallerWakerModule,
    WaitsModule,
    WorkflowsModule,
  ],
  providers: [
    { provide: EXECUTION_TIMING, useValue: DEFAULT_EXECUTION_TIMING },
    executionPorts,
    { provide: ExecutionStore, useClass: DatabaseExecutionStore },
    ExecutionErrorHandler,
    ExecutionBatchRunner,
    ExecutionDriverFactory,
    ExecutionLights,
    ExecutionMail,
    ExecutionCalls,
    ExecutionMemory,
    ExecutionPoints,
    ExecutionReadings,
    ExecutionRunner,
    FailureEvents,
    ExecutionClaims,
    RecipientLimit,
    ExecutionBasisReader,
    OverdueExecutionsService,
    WorkerIdentity,
    WorkflowAnswersService,
    WorkflowCallsService,
  ],
  exports: [ExecutionBatchRunner, ExecutionIntakeModule, OverdueExecutionsService],
})
export class ExecutionRunningModule {}
