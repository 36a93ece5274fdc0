import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { CalendarsModule } from '../../operations/calendars/calendars.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { ExpressionSitesModule } from '../expression-sites/expression-sites.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { OccurrenceEvaluationService } from './occurrence-evaluation.service';
import { WorkflowSchedules } from './workflow-schedules';

/**
 * The triggers that start inside the platform (schedules, events, state changes), for the worker. Requires
 * `QueueModule` and `EventBusModule`.
 */
@Module({
  imports: [
    CalendarsModule,
    ConfigurationModule,
    ExecutionsModule,
    ExpressionSitesModule,
    OccurrencesModule,
    WorkflowsModule,
  ],
  providers: [OccurrenceEvaluationService, WorkflowSchedules],
  exports: [OccurrenceEvaluationService, WorkflowSchedules],
})
export class TriggersModule {}
