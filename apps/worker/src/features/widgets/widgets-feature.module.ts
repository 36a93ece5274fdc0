import { WeatherModule, WidgetDataModule } from '@app/domain';
import { LeaseModule } from '@app/leases';
import { Module } from '@nestjs/common';
import { RefreshWeatherSchedule } from './refresh-weather.schedule';
import { WidgetDataRunner } from './widget-data.runner';

@Module({
  imports: [LeaseModule, WeatherModule, WidgetDataModule],
  providers: [RefreshWeatherSchedule, WidgetDataRunner],
})
export class WidgetsFeatureModule {}
