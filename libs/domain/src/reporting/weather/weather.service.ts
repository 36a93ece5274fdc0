import { Environment } from '@app/config';
import type { WeatherConditions } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { isSamePlace, placeOf } from '../../platform/configuration/place';
import { readObservation } from './weather.queries';

/** Reads the last weather at the building. */
@Injectable()
export class WeatherService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
  ) {}

  /**
   * Null if the provider's key or the coordinates are not configured, or if the provider has not answered for these
   * coordinates yet.
   */
  async current(): Promise<WeatherConditions | null> {
    if (this.environment.WEATHER_API_KEY === undefined) return null;
    const place = placeOf((await this.configuration.current()).site);
    const observation = place && (await readObservation(this.dataSource.manager));
    return observation && isSamePlace(observation, place) ? observation.conditions : null;
  }
}
