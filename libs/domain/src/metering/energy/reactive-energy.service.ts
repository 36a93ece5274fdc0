import { REACTIVE } from '@app/entities';
import { Injectable } from '@nestjs/common';
import { energyMeters, type EnergySite } from '../areas/area-tree';
import { AreasService } from '../areas/areas.service';
import type { Bucket } from '../arithmetic/calendar';
import { floorHour } from '../arithmetic/hour-rows';
import { QuarterEnergy } from '../arithmetic/quarter-energy';
import { EnergySumsService } from '../meters/energy-sums.service';

/** Reads the reactive energy of areas. */
@Injectable()
export class ReactiveEnergyService {
  constructor(
    private readonly areas: AreasService,
    private readonly sums: EnergySumsService,
  ) {}

  /**
   * Returns the reactive energy of a range in whole millivar-hours; undefined if a part of the area is not measured.
   * @throws DomainError not_found for an unknown area
   */
  async of(areaId: number, range: Bucket): Promise<QuarterEnergy | undefined> {
    const site = await this.areas.energySite();
    const meters = energyMeters(site, REACTIVE, areaId);
    if (meters.length === 0 || !isMeasured(site, areaId)) return undefined;
    const hours = { ...range, startMs: floorHour(range.startMs) };
    return new QuarterEnergy(range, await this.sums.summedHours(meters, hours), meters.length);
  }
}

/**
 * True if the reactive energy of all electricity of an area is measured. A meter of the area itself measures all of it, as
 * a main incomer does. Otherwise, each area inside must be measured, and the area has no electricity meter of its own.
 */
function isMeasured(site: EnergySite, areaId: number): boolean {
  const own = site.metersByArea.get(areaId) ?? [];
  if (own.some(({ energyType }) => energyType === REACTIVE)) return true;
  if (own.some(({ energyType }) => energyType === 'electricity')) return false;
  const inside = site.areas.filter(({ parentId }) => parentId === areaId);
  return inside.every(({ id }) => isMeasured(site, id));
}
