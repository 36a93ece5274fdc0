import { EphemeralModule } from '@app/ephemeral';
import { OutboundHttpModule } from '@app/outbound-http';
import { RestrictedSqlModule } from '@app/restricted-sql';
import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../operations/operations.module';
import { BuildingModule } from '../../../building/building.module';
import { MeteringModule } from '../../../metering/metering.module';
import { ReportingModule } from '../../../reporting/reporting.module';
import { PlatformModule } from '../../../platform/platform.module';
import { AutomationModule } from '../../automation.module';
import { WorkflowAnswersService } from '../answers/workflow-answers.service';
import { DatabaseExecutionStore } from './database-execution-store';
import { FailureEvents } from './failure-events';
import { ExecutionErrorHandler } from './execution-error-handler';
import { ExecutionBatchRunner } from './execution-batch-runner';
import { ExecutionCalls } from '../ports/execution-calls';
import { ExecutionMemory } from '../ports/execution-memory';
import { ExecutionPoints } from '../ports/execution-points';
import { ExecutionReadings } from '../ports/execution-readings';
import { executionPorts } from '../ports/execution-ports';
import { ExecutionDriverFactory } from './execution-driver.factory';
import { ExecutionRunner } from './execution-runner';
import { ExecutionStore } from '../record/execution-store';
import { DEFAULT_EXECUTION_TIMING, EXECUTION_TIMING } from '../record/execution-timing';
import { ExecutionClaims } from './execution-claims';
import { ExecutionBasisReader } from './execution-basis-reader';
import { OverdueExecutionsService } from './overdue-executions.service';
import { WorkerIdentity } from '../record/worker-identity';

/** Runs executions in a worker. Requires `QueueModule`, `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [
    OperationsModule,
    PlatformModule,
    EphemeralModule,
    AutomationModule,
    ReportingModule,
    MeteringModule,
    BuildingModule,
    OutboundHttpModule,
    RestrictedSqlModule,
  ],
  providers: [
    { provide: EXECUTION_TIMING, useValue: DEFAULT_EXECUTION_TIMING },
    executionPorts,
    { provide: ExecutionStore, useClass: DatabaseExecutionStore },
    ExecutionErrorHandler,
    ExecutionBatchRunner,
    ExecutionDriverFactory,
    ExecutionCalls,
    ExecutionMemory,
    ExecutionPoints,
    ExecutionReadings,
    ExecutionRunner,
    FailureEvents,
    ExecutionClaims,
    ExecutionBasisReader,
    OverdueExecutionsService,
    WorkerIdentity,
    WorkflowAnswersService,
  ],
  exports: [ExecutionBatchRunner, AutomationModule, OverdueExecutionsService],
})
export class ExecutionRunningModule {}
