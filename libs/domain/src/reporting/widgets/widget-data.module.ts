import { Module } from '@nestjs/common';
import { PointsModule } from '../../building/points/points.module';
import { EnergyModule } from '../../metering/energy/energy.module';
import { OverviewModule } from '../../metering/overview/overview.module';
import { AlertsModule } from '../../operations/alerts/alerts.module';
import { FaultsModule } from '../../operations/faults/faults.module';
import { WeatherModule } from '../weather/weather.module';
import { WidgetDataService } from './widget-data.service';
import { WidgetRefreshService } from './widget-refresh.service';
import { WidgetSnapshots } from './widget-snapshots';

/** Requires `EventBusModule` and `GatewayClientModule`. */
@Module({
  imports: [AlertsModule, EnergyModule, FaultsModule, OverviewModule, PointsModule, WeatherModule],
  providers: [WidgetDataService, WidgetRefreshService, WidgetSnapshots],
  exports: [WidgetRefreshService],
})
export class WidgetDataModule {}
