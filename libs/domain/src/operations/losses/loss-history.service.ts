import type { CalendarEntity } from '@app/entities';
import { groupBy } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { AreasService } from '../../metering/areas/areas.service';
import { type Bucket, bucketsBetween } from '../../metering/arithmetic/calendar';
import { COMPLETE_SHARE } from '../../metering/energy/common-hours';
import { profileHours } from '../../metering/energy/energy-profiles';
import { EnergyScopeService } from '../../metering/energy/energy-scope.service';
import { EnergySumsService } from '../../metering/meters/energy-sums.service';
import { opennessWithin } from '../calendars/calendar-hours';
import { CalendarReader } from '../calendars/calendar-reader';
import { type LossDays, lossDays } from './loss-days';
import type { MeterHours } from './meter-rules';

/** Reads the hours from which losses are found. All of them are stored hours; no readings are read. */
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
   * The electricity of an area and of all areas below it, in one statement for any number of meters.
   * @param range whole local days
   * @throws DomainError not_found for an unknown area
   */
  async days(areaId: number, range: Bucket, zone: string): Promise<LossDays> {
    const [from, to] = [new Date(range.startMs).toISOString(), new Date(range.endMs).toISOString()];
    const { meters } = await this.scopes.scope({ areaId, from, to, interval: 'range' });
    const hours = bucketsBetween('hour', range.startMs, range.endMs, zone);
    const energies = profileHours(hours, await this.sums.ofAll(meters, hours), zone);
    const calendar = await this.calendarOf(areaId);
    return lossDays(hours, energies, calendar ? opennessWithin(calendar, range, zone) : null);
  }

  /**
   * The hours of each meter of the area itself, without formulas.
   * @param range whole local days
   */
  async meterHours(areaId: number, range: Bucket, zone: string): Promise<MeterHours[]> {
    const { metersByArea } = await this.areas.site();
    const meters = (metersByArea.get(areaId) ?? []).filter(({ kind }) => kind !== 'formula');
    const hours = bucketsBetween('hour', range.startMs, range.endMs, zone);
    const sums = await this.sums.byMeter(meters, hours, zone, 'hours');
    return meters.map(({ id, pointCode, energyType }) => {
      const ofMeter = sums.get(id) ?? [];
      const energiesMwh = Float64Array.from(hours, ({ startMs, endMs }, index) => {
        const { energyMwh = null, coveredMs = 0, estimated = true } = ofMeter[index] ?? {};
        const isMeasured = !estimated && coveredMs >= COMPLETE_SHARE * (endMs - startMs);
        return isMeasured && energyMwh !== null ? energyMwh : Number.NaN;
      });
      return { pointCode, energyType, energiesMwh };
    });
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
