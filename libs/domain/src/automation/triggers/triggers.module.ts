import { Module } from '@nestjs/common';
import { ExecutionsModule } from '../executions/executions.module';
import { OccurrencesModule } from '../../platform/occurrences/occurrences.module';
import { CalendarsModule } from '../../operations/calendars/calendars.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { ExpressionSitesModule } from '../expression-sites/expression-sites.module';
import { RememberedValuesModule } from '../remembered-values/remembered-values.module';
import { IngestionModule } from '../../metering/ingestion/ingestion.module';
import { WaitsModule } from '../executions/waits/waits.module';
import { WorkflowsModule } from '../workflows/workflows.module';
import { HoldEvaluator } from './hold-evaluator';
import { OccurrenceEvaluationService } from './occurrence-evaluation.service';
import { SkippedStartsService } from './skipped-starts.service';
import { TriggerConditions } from './trigger-conditions';
import { WorkflowSchedules } from './workflow-schedules';

/**
 * The triggers that start inside the platform (schedules, events, state changes), for the worker. Requires
 * `QueueModule`, `EventBusModule` and `GatewayClientModule`.
 */
@Module({
  imports: [
    CalendarsModule,
    ConfigurationModule,
    ExecutionsModule,
    ExpressionSitesModule,
    IngestionModule,
    OccurrencesModule,
    RememberedValuesModule,
    WaitsModule,
    WorkflowsModule,
  ],
  providers: [
    HoldEvaluator,
    OccurrenceEvaluationService,
    SkippedStartsService,
    TriggerConditions,
    WorkflowSchedules,
  ],
  exports: [HoldEvaluator, OccurrenceEvaluationService, SkippedStartsService, WorkflowSchedules],
})
export class TriggersModule {}
