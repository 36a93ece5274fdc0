import { Module } from '@nestjs/common';
import { IdempotencyModule } from '../../../platform/idempotency/idempotency.module';
import { WorkflowsModule } from '../../workflows/workflows.module';
import { ExecutionDispatcher } from './execution-dispatcher';
import { ExecutionIntakeService } from './execution-intake.service';
import { ManualTriggerService } from './manual-trigger.service';

const services = [ExecutionDispatcher, ExecutionIntakeService, ManualTriggerService];

/** Accepts executions and queues them. Requires `QueueModule` and `EventBusModule`. */
@Module({
  imports: [IdempotencyModule, WorkflowsModule],
  providers: services,
  exports: services,
})
export class ExecutionIntakeModule {}
