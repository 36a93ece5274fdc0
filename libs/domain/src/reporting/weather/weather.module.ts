import { Module } from '@nestjs/common';
import { ConfigurationModule } from '../../platform/configuration/configuration.module';
import { WeatherRefreshService } from './weather-refresh.service';
import { WeatherSource } from './weather-source';
import { WeatherService } from './weather.service';

/** Requires `EventBusModule`. */
@Module({
  imports: [ConfigurationModule],
  providers: [WeatherRefreshService, WeatherService, WeatherSource],
  exports: [WeatherRefreshService, WeatherService],
})
export class WeatherModule {}
