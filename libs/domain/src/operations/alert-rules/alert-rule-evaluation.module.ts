import { Module } from '@nestjs/common';
import { IngestionModule } from '../../metering/ingestion/ingestion.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { AlertsModule } from '../alerts/alerts.module';
import { CalendarsModule } from '../calendars/calendars.module';
import { AlertRuleEvaluator } from './alert-rule-evaluator';
import { RuleBookReader } from './rule-book-reader';

/** Requires `GatewayClientModule`. */
@Module({
  imports: [AlertsModule, CalendarsModule, ConfigurationModule, IngestionModule],
  providers: [AlertRuleEvaluator, RuleBookReader],
  exports: [AlertRuleEvaluator],
})
export class AlertRuleEvaluationModule {}
