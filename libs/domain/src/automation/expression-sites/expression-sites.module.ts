import { Module } from '@nestjs/common';
import { CalendarsModule } from '../../operations/calendars/calendars.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { ExpressionSites } from './expression-sites';

@Module({
  imports: [CalendarsModule, ConfigurationModule],
  providers: [ExpressionSites],
  exports: [ExpressionSites],
})
export class ExpressionSitesModule {}
