import { Clock, SystemClock } from '@app/kernel';
import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module';
import { OccurrencesModule } from '../occurrences/occurrences.module';
import { PlatformModule } from '../platform/platform.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { OccurrenceEvaluationService } from './occurrence-evaluation.service';
import { ScheduleUpkeepService } from './schedule-upkeep.service';
import { SchedulesService } from './schedules.service';

const services = [OccurrenceEvaluationService, ScheduleUpkeepService, SchedulesService];

/** What sets workflows going from inside: for the worker. Wants `QueueModule` and `EventBusModule`. */
@Module({
  imports: [ExecutionsModule, OccurrencesModule, PlatformModule, WorkflowsModule],
  providers: [{ provide: Clock, useClass: SystemClock }, ...services],
  exports: services,
})
export class TriggersModule {}
