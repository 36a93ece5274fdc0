import { Environment } from '@app/config';
import { weatherObserved } from '@app/contracts';
import { EventBus } from '@app/events';
import { Clock, DomainError } from '@app/kernel';
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { isSamePlace, type Place, placeOf } from '../../platform/configuration/place';
import { WeatherSource } from './weather-source';
import { readObservation, storeObservation } from './weather.queries';

/** The weather is fetched again after this time. */
const FRESH_MS = 10 * 60_000;
/** A failed fetch is repeated after this time. */
const RETRY_MS = 60_000;

/** Fetches and stores the weather at the building. If the provider fails, the last observation stays. */
@Injectable()
export class WeatherRefreshService {
  private readonly logger = new Logger(WeatherRefreshService.name);
  private failed: { place: Place; atMs: number } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly source: WeatherSource,
    private readonly configuration: ConfigurationService,
    private readonly bus: EventBus,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** Fetches the weather if it is due. @returns true if the weather was fetched */
  async refresh(signal: AbortSignal): Promise<boolean> {
    const { WEATHER_API_KEY: key } = this.environment;
    if (key === undefined) return false;
    const place = placeOf((await this.configuration.current()).site);
    if (!place || !(await this.isDue(place))) return false;
    try {
      const conditions = await this.source.fetch(place, key, signal);
      const observation = { ...place, conditions, fetchedAt: this.clock.now() };
      await storeObservation(this.dataSource.manager, observation);
    } catch (error) {
      this.failed = { place, atMs: this.clock.nowMs() };
      if (!(error instanceof DomainError)) throw error;
      // The cause is not logged, because it may contain the address with the key.
      this.logger.warn({ code: error.code }, `The weather could not be fetched: ${error.message}`);
      return false;
    }
    this.failed = undefined;
    this.bus.publish(weatherObserved, {});
    return true;
  }

  private async isDue(place: Place): Promise<boolean> {
    const nowMs = this.clock.nowMs();
    const { failed } = this;
    if (failed && isSamePlace(failed.place, place) && nowMs - failed.atMs < RETRY_MS) return false;
    const last = await readObservation(this.dataSource.manager);
    return !last || !isSamePlace(last, place) || nowMs - last.fetchedAt.getTime() >= FRESH_MS;
  }
}
