import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { OccurrenceEvaluationService } from './occurrence-evaluation.service';
import { ScheduleUpkeepService } from './schedule-upkeep.service';
import { SchedulesService } from './schedules.service';

const services = [OccurrenceEvaluationService, ScheduleUpkeepService, SchedulesService];

/**
 * The triggers that start inside the platform (schedules, events, state changes), for the worker. Requires
 * `QueueModule` and `EventBusModule`.
 */
@Module({
  imports: [ExecutionsModule, OccurrencesModule, ConfigurationModule, WorkflowsModule],
  providers: [...services],
  exports: services,
})
export class TriggersModule {}
