import { Environment } from '@app/config';
import type { WeatherConditions } from '@app/entities';
import { DomainError } from '@app/kernel';
import { operatorHttp, type OutboundHttp } from '@app/outbound-http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Place } from '../../platform/configuration/place';
import { readWeather } from './weather-answer';

const MAX_MS = 8000;
/** An answer has less than a kilobyte. */
const MAX_BYTES = 8 * 1024;

/** Fetches the current weather. The address contains the key, so it is not logged, and redirects are not followed. */
@Injectable()
export class WeatherSource implements OnApplicationShutdown {
  private readonly http: OutboundHttp;

  constructor(private readonly environment: Environment) {
    this.http = operatorHttp(environment.WEATHER_URL, { maxMs: MAX_MS, maxBytes: MAX_BYTES });
  }

  /** @throws DomainError if the provider does not answer in time with status 200 and usable weather */
  async fetch({ latitude, longitude }: Place, key: string, signal: AbortSignal): Promise<WeatherConditions> {
    const url = new URL(this.environment.WEATHER_URL);
    const query = { lat: String(latitude), lon: String(longitude), appid: key, units: 'metric' };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { accept: 'application/json' };
    const { status, body } = await this.http.request({ method: 'GET', url: url.href, headers, signal });
    if (status !== 200) {
      const message = `The weather provider answered with status ${status}.`;
      throw new DomainError('upstream_failed', 'http_status', message);
    }
    return readWeather(body);
  }

  onApplicationShutdown(): void {
    this.http.onApplicationShutdown();
  }
}
