import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../../platform/configuration/configuration.module';
import { IdempotencyModule } from '../../../platform/idempotency/idempotency.module';
import { OccurrencesModule } from '../../../platform/occurrences/occurrences.module';
import { WorkflowsModule } from '../../workflows/workflows.module';
import { ExecutionEnder } from '../ending/execution-ender';
import { SerialIntake } from './serial-intake';
import { WaitingExecutions } from './waiting-executions';
import { DryRunStart } from './dry-run-start';
import { ExecutionDispatcher } from './execution-dispatcher';
import { ExecutionIntakeService } from './execution-intake.service';
import { ManualTriggerService } from './manual-trigger.service';

const services = [
  DryRunStart,
  ExecutionDispatcher,
  ExecutionEnder,
  ExecutionIntakeService,
  ManualTriggerService,
  SerialIntake,
  WaitingExecutions,
];

/** Accepts executions and queues them. Requires `QueueModule` and `EventBusModule`. */
@Module({
  imports: [ConfigurationModule, IdempotencyModule, OccurrencesModule, WorkflowsModule],
  providers: services,
  exports: services,
})
export class ExecutionIntakeModule {}
