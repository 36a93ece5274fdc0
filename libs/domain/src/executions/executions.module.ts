import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module';
import { IdempotencyModule } from '../idempotency/idempotency.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { ExecutionAnnouncer } from './execution-announcer';
import { ExecutionControl } from './execution-control.service';
import { ExecutionHistoryService } from './execution-history.service';
import { ExecutionIntake } from './execution-intake.service';
import { ExecutionRetentionService } from './execution-retention.service';
import { ExecutionRetries } from './execution-retries.service';
import { ManualTriggerService } from './manual-trigger.service';

const services = [
  ExecutionControl,
  ExecutionHistoryService,
  ExecutionIntake,
  ExecutionRetentionService,
  ExecutionRetries,
  ManualTriggerService,
];

/** Executions as every process can set them going, stop and read them. Wants `QueueModule` and `EventBusModule`. */
@Module({
  imports: [AuditModule, IdempotencyModule, WorkflowsModule],
  providers: [{ provide: Clock, useClass: SystemClock }, ExecutionAnnouncer, ...services],
  exports: [ExecutionAnnouncer, ...services],
})
export class ExecutionsModule {}
