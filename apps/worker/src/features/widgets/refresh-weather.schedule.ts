import { WeatherRefreshService } from '@app/domain';
import { UnderLease } from '@app/leases';
import { Injectable } from '@nestjs/common';

/** Fetches the weather at the start, every ten minutes, and soon after the coordinates of the building have changed. */
@Injectable()
export class RefreshWeatherSchedule {
  constructor(private readonly weather: WeatherRefreshService) {}

  @UnderLease('refresh-weather', '*/10 * * * * *', { atStart: true })
  async refresh(signal: AbortSignal): Promise<void> {
    await this.weather.refresh(signal);
  }
}
