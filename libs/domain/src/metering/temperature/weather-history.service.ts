import { Environment } from '@app/config';
import type { MeterEntity } from '@app/entities';
import { Clock, DomainError } from '@app/kernel';
import { operatorHttp, type OutboundHttp } from '@app/outbound-http';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { type Place, placeOf } from '../../platform/configuration/place';
import { HOUR_MS, type MeterReading } from '../arithmetic/meter-arithmetic';
import { toReadings } from '../ingestion/gateway-readings';
import { liveStart } from '../meters/meter-settings';
import { MetersService } from '../meters/meters.service';
import { ReadingIntakeService } from '../meters/reading-intake.service';
import { PROVIDER_CODE, temperatureCode } from './temperature-code';
import { readTemperatures } from './weather-history-answer';

const DAY_MS = 24 * HOUR_MS;
/** The provider improves the values of the last days. */
const REVISED_MS = 3 * DAY_MS;
const MOST_PER_CALL_MS = 366 * DAY_MS;
const MAX_MS = 30_000;
/** A failed fetch is repeated after this time. */
const RETRY_MS = 5 * 60_000;
/** A year of hours has about 200 KB. */
const MAX_BYTES = 2 * 1024 * 1024;

/** Reads the outdoor temperature from the weather provider, if the configuration says so. */
@Injectable()
export class WeatherHistoryService implements OnApplicationShutdown {
  private readonly logger = new Logger(WeatherHistoryService.name);
  private readonly http: OutboundHttp;
  private fetchedMs = Number.NEGATIVE_INFINITY;
  /** After a failure, nothing is fetched before this time. */
  private nextMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly meters: MetersService,
    private readonly intake: ReadingIntakeService,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {
    this.http = operatorHttp(environment.WEATHER_HISTORY_URL, { maxMs: MAX_MS, maxBytes: MAX_BYTES });
  }

  /** Fetches the history that is missing, and every hour the last days. A failure is logged and tried again. */
  async fetchDue(signal: AbortSignal): Promise<void> {
    const configuration = await this.configuration.reread();
    const place = placeOf(configuration.site);
    if (configuration.weather.temperaturePointCode !== PROVIDER_CODE || !place) return;
    const meter = await this.meters.findByCode(temperatureCode(configuration) ?? '');
    const nowMs = this.clock.nowMs();
    if (!meter || nowMs < this.nextMs || !(isBehind(meter) || nowMs - this.fetchedMs >= HOUR_MS)) return;
    try {
      await this.fetch(meter, place, signal);
      this.fetchedMs = this.clock.nowMs();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof DomainError)) throw error;
      this.nextMs = this.clock.nowMs() + RETRY_MS;
      // The address is not logged, because it may contain a key.
      const failure = `The temperatures of the weather provider could not be fetched: ${error.message}`;
      this.logger.warn({ code: error.code }, failure);
    }
  }

  onApplicationShutdown(): void {
    this.http.onApplicationShutdown();
  }

  private async fetch(meter: MeterEntity, place: Place, signal: AbortSignal): Promise<void> {
    const endMs = this.clock.nowMs();
    for (let fromMs = startOf(meter, endMs); fromMs < endMs && !signal.aborted;) {
      const toMs = Math.min(fromMs + MOST_PER_CALL_MS, endMs);
      const readings = await this.readingsOf(place, { fromMs, toMs }, signal);
      const done = toMs === endMs;
      await this.intake.take(meter.id, readings, {
        // A change of the meter has restarted its history in the meantime, so nothing is stored.
        progress: (current) => (isSameWork(current, meter) ? progressTo(current, toMs, done) : null),
      });
      fromMs = toMs;
    }
  }

  private async readingsOf(
    { latitude, longitude }: Place,
    range: { fromMs: number; toMs: number },
    signal: AbortSignal,
  ): Promise<MeterReading[]> {
    const url = new URL(this.environment.WEATHER_HISTORY_URL);
    const query = {
      latitude: String(latitude),
      longitude: String(longitude),
      start_date: utcDate(range.fromMs),
      end_date: utcDate(range.toMs),
      hourly: 'temperature_2m',
      timeformat: 'unixtime',
      timezone: 'UTC',
    };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = { accept: 'application/json' };
    const { status, body } = await this.http.request({ method: 'GET', url: url.href, headers, signal });
    if (status === 200) return toReadings(readTemperatures(body), range);
    const message = `The weather provider answered with status ${status}.`;
    throw new DomainError('upstream_failed', 'http_status', message);
  }
}

const utcDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** True if history is missing, or was asked for again. */
function isBehind({ backfilledTo, liveFrom, liveCaughtUp, rereadFrom }: MeterEntity): boolean {
  return backfilledTo < liveFrom || !liveCaughtUp || rereadFrom !== null;
}

/** The earliest time that is to be fetched. */
function startOf(meter: MeterEntity, nowMs: number): number {
  const { rereadFrom, backfilledTo, liveFrom, since } = meter;
  const usualMs = Math.max(since.getTime(), Math.min(liveStart(meter), nowMs - REVISED_MS));
  const missingMs = backfilledTo < liveFrom ? backfilledTo.getTime() : usualMs;
  return Math.min(usualMs, missingMs, rereadFrom?.getTime() ?? usualMs);
}

function isSameWork(one: MeterEntity, other: MeterEntity): boolean {
  const { liveFrom, rereadFrom } = one;
  return (
    liveFrom.getTime() === other.liveFrom.getTime() && rereadFrom?.getTime() === other.rereadFrom?.getTime()
  );
}

function progressTo(
  { backfilledTo, liveFrom }: MeterEntity,
  toMs: number,
  done: boolean,
): Partial<MeterEntity> {
  return {
    backfilledTo: new Date(Math.max(backfilledTo.getTime(), Math.min(toMs, liveFrom.getTime()))),
    ...(done && { liveCaughtUp: true, rereadFrom: null, rereadTo: null }),
  };
}
