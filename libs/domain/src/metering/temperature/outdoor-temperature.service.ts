import { MeterEntity, TEMPERATURE } from '@app/entities';
import { type Actor, Clock, DomainError, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import type {
  ConfigurationChanges,
  PlatformConfiguration,
} from '../../platform/configuration/platform-configuration';
import { PROVIDER_CODE, temperatureCode } from './temperature-code';
import { type Bucket, bucketsBetween } from '../arithmetic/calendar';
import { localTimesFrom } from '../arithmetic/local-times';
import { EnergyScopeService } from '../energy/energy-scope.service';
import { EnergySumsService } from '../meters/energy-sums.service';
import { changedMeter, newMeter } from '../meters/meter-settings';
import { MetersService } from '../meters/meters.service';
import {
  DEFAULT_BASES_C,
  type DEGREE_DAY_INTERVALS,
  type DegreeDays,
  type DegreeDaySettings,
  degreeDays,
  meanTemperatures,
} from './degree-days';
import { lockMeterOf, removeOtherTemperatures } from './temperature.queries';

export interface DegreeDayQuery extends Omit<DegreeDaySettings, 'baseC'> {
  /** Required without `areaId`. By default, the base of the area. */
  baseC?: number;
  areaId?: number;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  interval: (typeof DEGREE_DAY_INTERVALS)[number];
  /** IANA name of the time zone of the buckets. Default: the platform's. */
  timezone?: string;
}

/** The degree days of one bucket, with the base that applies. */
export type BasedDegreeDays = DegreeDays & Pick<DegreeDaySettings, 'baseC'>;

/** The hours of whole local days that have data, with their mean temperatures. */
export interface HourTemperatures {
  hours: readonly Bucket[];
  /** In °C; null if it is not known. */
  temperaturesC: readonly (number | null)[];
}

const DAY_MS = 86_400_000;
/** How much history of a new temperature point is fetched: a year before a measure and a year after it. */
const HISTORY_MS = 731 * DAY_MS;
/** Temperatures change slowly, so values up to two hours apart are connected by a line. */
const INTERVAL_SECONDS = 3600;

/**
 * The outdoor temperature. Its point is read like a power meter, so its history is fetched, imported, corrected and
 * stored by hours like that of other meters. Its power is the temperature.
 */
@Injectable()
export class OutdoorTemperatureService {
  constructor(
    private readonly configuration: ConfigurationService,
    private readonly meters: MetersService,
    private readonly scopes: EnergyScopeService,
    private readonly sums: EnergySumsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes the configuration of the platform, and reads its temperature point from now on.
   * @throws DomainError invalid if the point is a meter of an area, and for the temperature of the weather provider
   *   without the coordinates of the site
   */
  change(actor: Actor, changes: ConfigurationChanges): Promise<PlatformConfiguration> {
    return this.configuration.change(actor, changes, async (manager, after) => {
      const code = temperatureCode(after);
      if (code === PROVIDER_CODE)
        throw DomainError.ofField('weather.temperaturePointCode', say('site_for_temperature'));
      await this.follow(manager, code, after.timezone);
    });
  }

  /**
   * Adds up degree days by bucket.
   * @throws DomainError invalid for a range that is empty or too long, for mean temperatures of days by hours, and
   *   without a base and an area; not_found for an unknown area
   */
  async degreeDays({ from, to, interval, timezone, ...query }: DegreeDayQuery): Promise<BasedDegreeDays[]> {
    if (interval === 'hour' && query.method !== 'hours')
      throw DomainError.ofField('method', say('only_by_hours'));
    const settings = { ...query, baseC: await this.baseOf(query) };
    const { buckets, clipped, zone } = await this.scopes.scope({ from, to, interval, timezone, areaIds: [] });
    const range = { startMs: clipped[0]?.startMs ?? 0, endMs: clipped.at(-1)?.endMs ?? 0 };
    const grain = settings.method === 'hours' ? 'hour' : 'day';
    const { hours, temperaturesC } = await this.temperatures(range, zone, grain);
    const timeOf = localTimesFrom(hours[0]?.startMs ?? 0, zone);
    const points = degreeDays(buckets, hours, temperaturesC, settings, (ms) => timeOf(ms).slice(0, 10));
    return points.map((point) => ({ ...point, baseC: settings.baseC }));
  }

  /**
   * Returns the hours of a range within the period that has data.
   * @param grain `day` for the hours of whole local days
   */
  async temperatures(range: Bucket, zone: string, grain: 'hour' | 'day'): Promise<HourTemperatures> {
    const pointCode = temperatureCode(await this.configuration.current());
    const meter = pointCode === null ? null : await this.meters.findByCode(pointCode);
    const [part = null] = meter ? await this.sums.measuredParts([meter], [range]) : [];
    if (!meter || !part) return { hours: [], temperaturesC: [] };
    const isWithin = ({ startMs, endMs }: Bucket) => startMs >= range.startMs && endMs <= range.endMs;
    const whole = bucketsBetween(grain, part.startMs, part.endMs, zone).filter(isWithin);
    const [first, last] = [whole[0], whole.at(-1)];
    if (!first || !last) return { hours: [], temperaturesC: [] };
    const hours = bucketsBetween('hour', first.startMs, last.endMs, zone);
    const sums = await this.sums.byMeter([meter], hours, zone, 'hours');
    return { hours, temperaturesC: meanTemperatures(hours, sums.get(meter.id) ?? []) };
  }

  private async baseOf({
    kind,
    baseC,
    areaId,
  }: Pick<DegreeDayQuery, 'kind' | 'baseC' | 'areaId'>): Promise<number> {
    if (areaId !== undefined) {
      const [area] = (await this.scopes.select({ areaId })).areas;
      const ofArea = kind === 'heating' ? area?.heatingBaseC : area?.coolingBaseC;
      return baseC ?? ofArea ?? DEFAULT_BASES_C[kind];
    }
    if (baseC === undefined) throw DomainError.ofField('baseC', say('required_without', { other: 'areaId' }));
    return baseC;
  }

  private async follow(manager: EntityManager, pointCode: string | null, zone: string): Promise<void> {
    await removeOtherTemperatures(manager, pointCode, this.clock.now());
    if (pointCode === null) return;
    const nowMs = this.clock.nowMs();
    const stored = await lockMeterOf(manager, pointCode);
    if (stored && (!stored.removedAt || stored.kind === 'formula')) {
      if (stored.energyType === TEMPERATURE) return;
      throw DomainError.ofField('weather.temperaturePointCode', say('meter_as_temperature'));
    }
    const since = new Date(nowMs - HISTORY_MS).toISOString();
    const input = {
      pointCode,
      kind: 'power' as const,
      intervalSeconds: INTERVAL_SECONDS,
      multiplier: 1,
      since,
    };
    const meter = stored ? changedMeter(stored, input, nowMs, zone) : newMeter(input, nowMs, zone);
    await manager.save(
      Object.assign(stored ?? new MeterEntity(), meter, { energyType: TEMPERATURE, maxPowerKw: null }),
    );
  }
}
