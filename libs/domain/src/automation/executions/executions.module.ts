import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module';
import { IdempotencyModule } from '../../platform/idempotency/idempotency.module';
import { RememberedValuesModule } from '../remembered-values/remembered-values.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { CallerWakerModule } from './calls/caller-waker.module';
import { ExecutionCancellationService } from './control/execution-cancellation.service';
import { ExecutionRetryService } from './control/execution-retry.service';
import { ExecutionHistoryService } from './history/execution-history.service';
import { ExecutionRetentionService } from './history/execution-retention.service';
import { ExecutionIntakeModule } from './intake/execution-intake.module';
import { SkippedTriggersService } from './waits/skipped-triggers.service';

const services = [
  ExecutionCancellationService,
  ExecutionHistoryService,
  ExecutionRetentionService,
  ExecutionRetryService,
  SkippedTriggersService,
];

/** Starts, cancels, retries and reads executions in any process. Requires `QueueModule` and `EventBusModule`. */
@Module({
  imports: [
    AuditModule,
    CallerWakerModule,
    ExecutionIntakeModule,
    IdempotencyModule,
    RememberedValuesModule,
    WorkflowsModule,
  ],
  providers: services,
  exports: [ExecutionIntakeModule, ...services],
})
export class ExecutionsModule {}
