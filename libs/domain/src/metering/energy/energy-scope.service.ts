import { Environment } from '@app/config';
import type { AreaEntity, EnergyType } from '@app/entities';
import { DomainError, parseInstantRange, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import {
  type BalancedMeters,
  balancedMeters,
  countedMeters,
  eachOnce,
  type EnergyArea,
  type EnergyMeter,
  metersOfEnergy,
  type SiteOf,
} from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import { type Bucket, type BucketInterval, bucketsBetween, fewestBuckets } from '../arithmetic/calendar';
import { clipBuckets } from './area-figures';

export interface EnergyDetailsQuery {
  /** The id of an area. If omitted, all areas are returned. */
  areaId?: number;
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  from: string;
  to: string;
  interval: BucketInterval;
  energyType?: EnergyType;
}

/** A query with additional options for internal callers. */
export interface EnergyScopeQuery extends Omit<EnergyDetailsQuery, 'interval'> {
  /** `range` makes the whole range a single bucket. */
  interval: BucketInterval | 'year' | 'range';
  /** Several areas. Default: all. */
  areaIds?: readonly number[];
  /** If true, the areas are added up to one area with the id `COMBINED_AREA`, and each meter counts once. */
  combined?: boolean;
  /** IANA name of the time zone of the buckets. Default: the platform's. */
  timezone?: string;
}

/** The id of the sum of several areas. No stored area has this id. */
const COMBINED_AREA = 0;

/** Areas with their meters of one energy type. */
export interface EnergySelection {
  energyType: EnergyType;
  areas: readonly Pick<EnergyArea, 'id'>[];
  /** The meters of all areas in `areas`, each once. */
  meters: readonly EnergyMeter[];
  metersOf: (areaId: number) => readonly EnergyMeter[];
}

/** Areas with the meters of their balance. */
export interface BalanceScope extends Omit<EnergyScope, 'metersOf'> {
  balanceOf: (areaId: number) => BalancedMeters<EnergyMeter>;
}

/** The areas, meters and buckets that a query asks for. */
export interface EnergyScope extends EnergySelection {
  zone: string;
  /** The calendar's buckets. */
  buckets: readonly Bucket[];
  /** The buckets, clipped to the range. */
  clipped: readonly Bucket[];
  grain: 'hours' | 'days';
}

/** Reads which areas, meters and calendar buckets a query asks for. */
@Injectable()
export class EnergyScopeService {
  constructor(
    private readonly areas: AreasService,
    private readonly configuration: ConfigurationService,
    private readonly environment: Environment,
  ) {}

  /** @throws DomainError invalid for a range that is empty or too long, not_found for an unknown area */
  async scope(query: EnergyScopeQuery): Promise<EnergyScope> {
    const { energyType = 'electricity' } = query;
    const { areas, metersOf } = areasOf(await this.areas.energySite(), query, energyType);
    return {
      ...(await this.buckets(query, areas.length)),
      energyType,
      areas,
      meters: eachOnce(areas.flatMap(({ id }) => metersOf(id))),
      metersOf,
    };
  }

  /**
   * Does the same as `scope`, but with the meters of the balance of each area.
   * @throws DomainError invalid for a range that is empty or too long, not_found for an unknown area
   */
  async balanceScope(query: Omit<EnergyScopeQuery, 'combined'>): Promise<BalanceScope> {
    const { energyType = 'electricity' } = query;
    const site = await this.areas.energySite();
    const areas = chosenAreas(site, query);
    const balanced = balancedMeters(site, energyType);
    const balanceOf = (id: number) => balanced.get(id) ?? { own: [], children: [] };
    const meters = areas.flatMap(({ id }) => Object.values(balanceOf(id)).flat());
    return {
      ...(await this.buckets(query, areas.length)),
      energyType,
      areas,
      meters: eachOnce(meters),
      balanceOf,
    };
  }

  private async buckets(
    query: EnergyScopeQuery,
    areaCount: number,
  ): Promise<Pick<EnergyScope, 'zone' | 'buckets' | 'clipped' | 'grain'>> {
    const { interval } = query;
    const zone = query.timezone ?? (await this.configuration.timezone());
    const { from, to } = parseInstantRange(query, zone);
    const buckets =
      interval === 'range'
        ? [{ startMs: from.getTime(), endMs: to.getTime() }]
        : this.wholeBuckets(interval, from.getTime(), to.getTime(), zone, areaCount);
    return {
      zone,
      buckets,
      clipped: clipBuckets(buckets, from.getTime(), to.getTime()),
      grain: interval === 'hour' ? 'hours' : 'days',
    };
  }

  /**
   * Reads the site once, and returns its areas with a function that selects their meters of one energy type.
   * @throws DomainError not_found for an unknown area
   */
  async select(query: Pick<EnergyScopeQuery, 'areaId'>): Promise<{
    areas: readonly AreaEntity[];
    selectionOf: (energyType: EnergyType) => EnergySelection;
  }> {
    const site = await this.areas.site();
    const selectionOf = (energyType: EnergyType): EnergySelection => {
      const { areas, metersOf } = areasOf(site, query, energyType);
      return { energyType, areas, meters: eachOnce(areas.flatMap(({ id }) => metersOf(id))), metersOf };
    };
    return { areas: chosenAreas(site, query), selectionOf };
  }

  /** The whole buckets of the range. Their number is checked before they are created. */
  private wholeBuckets(
    interval: BucketInterval | 'year',
    fromMs: number,
    toMs: number,
    zone: string,
    areaCount: number,
  ): Bucket[] {
    const { LIMIT_BUCKETS_PER_AREA, LIMIT_POINTS_PER_ANSWER } = this.environment;
    const limit = Math.min(
      LIMIT_BUCKETS_PER_AREA,
      Math.floor(LIMIT_POINTS_PER_ANSWER / Math.max(areaCount, 1)),
    );
    if (fewestBuckets(interval, fromMs, toMs) > limit) throw tooLong(interval, limit);
    const buckets = bucketsBetween(interval, fromMs, toMs, zone);
    if (buckets.length > limit) throw tooLong(interval, limit);
    return buckets;
  }
}

type ChosenAreas = Pick<EnergyScopeQuery, 'areaId' | 'areaIds' | 'combined'>;

function chosenAreas<Area extends EnergyArea>(
  site: SiteOf<Area, EnergyMeter>,
  { areaId, areaIds = areaId === undefined ? undefined : [areaId] }: ChosenAreas,
): Area[] {
  const areas = site.areas.filter(({ id }) => areaIds === undefined || areaIds.includes(id));
  if (areaId !== undefined && areas.length === 0) throw DomainError.notFound(`Area ${areaId}`);
  return areas;
}

function areasOf(
  site: SiteOf<EnergyArea, EnergyMeter>,
  { combined = false, ...chosen }: ChosenAreas,
  energyType: EnergyType,
): Pick<EnergyScope, 'areas' | 'metersOf'> {
  const counted = countedMeters(site, energyType, metersOfEnergy);
  const areas = chosenAreas(site, chosen);
  const metersOf = (id: number) => counted.get(id) ?? [];
  if (!combined) return { areas, metersOf };
  const all = eachOnce(areas.flatMap(({ id }) => metersOf(id)));
  return { areas: [{ id: COMBINED_AREA }], metersOf: () => all };
}

function tooLong(interval: BucketInterval | 'year', limit: number): DomainError {
  const message = `The range has more than ${limit} ${interval}s per area. Request a shorter range or a longer interval.`;
  return DomainError.invalid(message, [{ path: 'to', ...say('range_too_long', { most: limit, interval }) }]);
}
