import { WeatherRefreshService, WidgetRefreshService } from '@app/domain';
import { assertHeld, LeaseService, UnderLease } from '@app/leases';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';

/** Fetches the weather at the start, every ten minutes, and soon after the coordinates of the building have changed. */
@Injectable()
export class RefreshWeatherSchedule {
  constructor(private readonly weather: WeatherRefreshService) {}

  @UnderLease('refresh-weather', '*/10 * * * * *', { atStart: true })
  async refresh(signal: AbortSignal): Promise<void> {
    await this.weather.refresh(signal);
  }
}

/** Computes the data of widgets. Only the worker that holds the lease does this. */
@Injectable()
export class WidgetDataRunner implements OnApplicationBootstrap {
  constructor(
    private readonly leases: LeaseService,
    private readonly widgets: WidgetRefreshService,
  ) {}

  onApplicationBootstrap(): void {
    void this.leases.hold('widget-data', (lease, signal) =>
      this.widgets.follow((manager) => assertHeld(manager, lease), signal),
    );
  }
}

export const widgetsProviders = [RefreshWeatherSchedule, WidgetDataRunner];
