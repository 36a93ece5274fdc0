import { workflowVariables } from '@app/config';
import { Clock, SecretValues, SystemClock } from '@app/kernel';
import { OutboundHttpModule } from '@app/outbound-http';
import { RestrictedSqlModule } from '@app/restricted-sql';
import { Module } from '@nestjs/common';
import { MailingModule } from '../mailing/mailing.module';
import { OccurrencesModule } from '../occurrences/occurrences.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { DatabaseExecutionStore } from './database-execution-store';
import { ExecutionFaults } from './execution-faults.service';
import { ExecutionGroups } from './execution-groups.service';
import { ExecutionPorts } from './execution-ports';
import { ExecutionProgress } from './execution-progress.service';
import { ExecutionRunFactory, NODE_PORTS } from './execution-run.factory';
import { ExecutionRunner } from './execution-runner.service';
import { ExecutionStore } from './execution-store';
import { DEFAULT_EXECUTION_TIMING, EXECUTION_TIMING } from './execution-timing';
import { ExecutionsInHand } from './executions-in-hand';
import { ExecutionsModule } from './executions.module';
import { OverdueExecutions } from './overdue-executions.service';
import { WorkerIdentity } from './worker-identity';

/** The running of executions. Wants `QueueModule`, `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [
    ExecutionsModule,
    MailingModule,
    OccurrencesModule,
    OutboundHttpModule,
    RestrictedSqlModule,
    WorkflowsModule,
  ],
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: EXECUTION_TIMING, useValue: DEFAULT_EXECUTION_TIMING },
    { provide: SecretValues, useFactory: () => new SecretValues(workflowVariables()) },
    { provide: NODE_PORTS, useClass: ExecutionPorts },
    { provide: ExecutionStore, useClass: DatabaseExecutionStore },
    ExecutionFaults,
    ExecutionGroups,
    ExecutionProgress,
    ExecutionRunFactory,
    ExecutionRunner,
    ExecutionsInHand,
    OverdueExecutions,
    WorkerIdentity,
  ],
  exports: [ExecutionGroups, OverdueExecutions],
})
export class ExecutionRunningModule {}
