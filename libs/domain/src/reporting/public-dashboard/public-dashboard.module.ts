import { Module } from '@nestjs/common';
import { EnergyModule } from '../../metering/energy/energy.module';
import { OverviewModule } from '../../metering/overview/overview.module';
import { AlertsModule } from '../../operations/alerts/alerts.module';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { WeatherModule } from '../weather/weather.module';
import { WidgetsModule } from '../widgets/widgets.module';
import { PublicAreasService } from './public-areas.service';
import { PublicDashboardService } from './public-dashboard.service';

/** Requires `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [AlertsModule, ConfigurationModule, EnergyModule, OverviewModule, WeatherModule, WidgetsModule],
  providers: [PublicAreasService, PublicDashboardService],
  exports: [PublicDashboardService],
})
export class PublicDashboardModule {}
