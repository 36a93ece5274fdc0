import { Module } from '@nestjs/common';
import { EnergyModule } from '../../metering/energy/energy.module';
import { AuditModule } from '../../platform/audit/audit.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { AlertsModule } from '../alerts/alerts.module';
import { CalendarsModule } from '../calendars/calendars.module';
import { AlertRuleTestsService } from './alert-rule-tests.service';
import { AlertRulesService } from './alert-rules.service';

const services = [AlertRuleTestsService, AlertRulesService];

/** Requires `GatewayClientModule`. */
@Module({
  imports: [AlertsModule, AuditModule, CalendarsModule, ConfigurationModule, EnergyModule],
  providers: services,
  exports: services,
})
export class AlertRulesModule {}
