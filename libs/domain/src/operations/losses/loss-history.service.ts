import type { CalendarEntity, EnergyType, MeterEntity } from '@app/entities';
import { groupBy } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { eachOnce } from '../../metering/areas/area-tree';
import { AreasService } from '../../metering/areas/areas.service';
import type { BucketSum } from '../../metering/arithmetic/bucket-sums';
import { type Bucket, bucketsBetween } from '../../metering/arithmetic/calendar';
import { COMPLETE_SHARE } from '../../metering/energy/common-hours';
import { profileHours } from '../../metering/energy/energy-profiles';
import { EnergyScopeService } from '../../metering/energy/energy-scope.service';
import { ENERGY_TYPES } from '../../metering/energy/energy-series.service';
import { EnergySumsService } from '../../metering/meters/energy-sums.service';
import { opennessWithin } from '../calendars/calendar-hours';
import { CalendarReader } from '../calendars/calendar-reader';
import { type LossDays, lossDays } from './loss-days';
import type { MeterSeries } from './meter-rules';

/** The days of the meters of all areas with the same parent, by the id of this parent. */
export type MeterGroups = Map<number | null, Promise<Map<number, MeterSeries>>>;

/** Reads the hours from which losses are found. All of them are stored; no readings are read. */
@Injectable()
export class LossHistoryService {
  constructor(
    private readonly areas: AreasService,
    private readonly scopes: EnergyScopeService,
    private readonly sums: EnergySumsService,
    private readonly calendars: CalendarReader,
  ) {}

  /** The ids of the areas that have meters of their own, in order. */
  async areasWithMeters(): Promise<number[]> {
    const { areas, metersByArea } = await this.areas.energySite();
    return areas.flatMap(({ id }) => (metersByArea.get(id)?.length ? [id] : [])).sort((a, b) => a - b);
  }

  /**
   * Electricity, and the other energy types that an area and the areas below it measure.
   * @throws DomainError not_found for an unknown area
   */
  async energyTypes(areaId: number): Promise<EnergyType[]> {
    const { selectionOf } = await this.scopes.select({ areaId });
    return ENERGY_TYPES.filter((type) => type === 'electricity' || selectionOf(type).meters.length > 0);
  }

  /**
   * The energy of an area and of all areas below it, in one statement for any number of meters.
   * @param range whole local days
   * @throws DomainError not_found for an unknown area
   */
  async days(areaId: number, range: Bucket, zone: string, energyType: EnergyType): Promise<LossDays> {
    const [from, to] = [new Date(range.startMs).toISOString(), new Date(range.endMs).toISOString()];
    const { meters } = await this.scopes.scope({ areaId, from, to, interval: 'range', energyType });
    const hours = bucketsBetween('hour', range.startMs, range.endMs, zone);
    const energies = profileHours(hours, await this.sums.ofAll(meters, hours), zone);
    const calendar = await this.calendarOf(areaId);
    return lossDays(hours, energies, calendar ? opennessWithin(calendar, range, zone) : null);
  }

  /**
   * The hours of each meter of the area itself, without formulas.
   * @param range whole local days
   */
  async meterHours(areaId: number, range: Bucket, zone: string): Promise<MeterSeries[]> {
    const { metersByArea } = await this.areas.site();
    const meters = (metersByArea.get(areaId) ?? []).filter(({ kind }) => kind !== 'formula');
    const hours = bucketsBetween('hour', range.startMs, range.endMs, zone);
    const sums = await this.sums.byMeter(meters, hours, zone, 'hours');
    return meters.map(({ id, pointCode, energyType }) => ({
      pointCode,
      energyType,
      energiesMwh: measuredMwh(hours, sums.get(id) ?? []),
    }));
  }

  /**
   * The days of the meters of an area and of the areas beside it, without formulas and power meters. They are read once
   * for all areas of a group.
   * @param range whole local days
   * @param groups the groups that were read for the same range
   */
  async meterDays(
    areaId: number,
    range: Bucket,
    zone: string,
    groups: MeterGroups,
  ): Promise<{ own: MeterSeries[]; beside: MeterSeries[] }> {
    const { areas, metersByArea } = await this.areas.site();
    const parentId = areas.find(({ id }) => id === areaId)?.parentId ?? null;
    const own = new Set((metersByArea.get(areaId) ?? []).map(({ id }) => id));
    const meters = eachOnce(
      areas
        .filter((area) => area.parentId === parentId)
        .flatMap(({ id }) => metersByArea.get(id) ?? [])
        .filter(({ kind }) => kind !== 'formula' && kind !== 'power'),
    );
    if (!meters.some(({ id }) => own.has(id))) return { own: [], beside: [] };
    const group = groups.get(parentId) ?? this.readDays(meters, range, zone);
    groups.set(parentId, group);
    const series = await group;
    const of = (isOwn: boolean) =>
      meters.flatMap(({ id }) => (own.has(id) === isOwn ? (series.get(id) ?? []) : []));
    return { own: of(true), beside: of(false) };
  }

  private async readDays(
    meters: readonly MeterEntity[],
    range: Bucket,
    zone: string,
  ): Promise<Map<number, MeterSeries>> {
    const days = bucketsBetween('day', range.startMs, range.endMs, zone);
    const sums = await this.sums.byMeter(meters, days, zone, 'days');
    return new Map(
      meters.map(({ id, pointCode, energyType }) => [
        id,
        { pointCode, energyType, energiesMwh: measuredMwh(days, sums.get(id) ?? []) },
      ]),
    );
  }

  /** The first calendar of the area, of the nearest area above it, or of the whole site. */
  private async calendarOf(areaId: number): Promise<CalendarEntity | undefined> {
    const calendars = (await this.calendars.all()).sort((one, other) => one.id - other.id);
    const parents = groupBy((await this.areas.energySite()).areas, ({ id }) => id);
    for (let id: number | null = areaId; id !== null; id = parents.get(id)?.[0]?.parentId ?? null) {
      const own = calendars.find(({ areaIds }) => areaIds.includes(id ?? 0));
      if (own) return own;
    }
    return calendars.find(({ areaIds }) => areaIds.length === 0);
  }
}

/** The energies of hours; NaN for an hour that was not measured completely, or that is estimated. */
function measuredMwh(hours: readonly Bucket[], sums: readonly BucketSum[]): Float64Array {
  return Float64Array.from(hours, ({ startMs, endMs }, index) => {
    const { energyMwh = null, coveredMs = 0, estimated = true } = sums[index] ?? {};
    const isMeasured = !estimated && coveredMs >= COMPLETE_SHARE * (endMs - startMs);
    return isMeasured && energyMwh !== null ? energyMwh : Number.NaN;
  });
}
