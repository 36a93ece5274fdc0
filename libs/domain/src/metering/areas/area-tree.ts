import type { AreaEntity, MeasuredType, MeterEntity } from '@app/entities';
import { DomainError, groupBy } from '@app/kernel';

/** The fields of an area and of a meter on which energy figures depend. */
export type EnergyArea = Pick<AreaEntity, 'id' | 'parentId'>;
export type EnergyMeter = Pick<MeterEntity, 'id' | 'energyType' | 'kind' | 'daysZone'>;

/** The areas of the site with their meters. */
export interface SiteOf<Area extends EnergyArea, Meter extends EnergyMeter> {
  areas: readonly Area[];
  /** Meters by area id. One meter may belong to several areas. */
  metersByArea: ReadonlyMap<number, readonly Meter[]>;
}

export type Site = SiteOf<AreaEntity, MeterEntity>;
export type EnergySite = SiteOf<EnergyArea, EnergyMeter>;

/** Given the meters of one area, returns those that count towards the area's figure. */
export type OwnMeters<Meter> = (own: Meter[]) => Meter[];

/** Energy comes from registers and interval meters. Power meters are used only if the area has no other meters. */
export function metersOfEnergy<Meter extends EnergyMeter>(own: Meter[]): Meter[] {
  const measuring = own.filter(({ kind }) => kind !== 'power');
  return measuring.length > 0 ? measuring : own;
}

/**
 * Current power comes from power meters with a recent value. If there are none, other meters with a recent value are
 * used; their value is the mean power of the newest measured span.
 */
export function metersOfPower(nowMs: number): OwnMeters<MeterEntity> {
  return (own) => {
    const fresh = own.filter((meter) => isFresh(meter, nowMs));
    const sampling = fresh.filter(({ kind }) => kind === 'power');
    return sampling.length > 0 ? sampling : fresh;
  };
}

/** Returns true if a meter's last power is recent, that is, not older than twice the meter's interval. */
export function isFresh(meter: MeterEntity, nowMs: number): boolean {
  return meter.lastPowerKw !== null && nowMs <= freshUntilMs(meter);
}

/** The last instant at which a meter's last power is recent. */
export function freshUntilMs({ lastPowerAt, intervalSeconds }: MeterEntity): number {
  return lastPowerAt ? lastPowerAt.getTime() + 2 * intervalSeconds * 1000 : Number.NEGATIVE_INFINITY;
}

/**
 * Returns the meters from which each area's figure is computed: the meters that `choose` returns for the area and for
 * all areas below it. Each meter counts once.
 * @returns meters by area id; every area has an entry
 */
export function countedMeters<Meter extends EnergyMeter>(
  site: SiteOf<EnergyArea, Meter>,
  energyType: MeasuredType,
  choose: OwnMeters<Meter>,
): Map<number, Meter[]> {
  const children = groupBy(site.areas, ({ parentId }) => parentId);
  const counted = new Map<number, Meter[]>();
  const collect = (area: EnergyArea): Meter[] => {
    const own = (site.metersByArea.get(area.id) ?? []).filter((meter) => meter.energyType === energyType);
    const below = (children.get(area.id) ?? []).flatMap(collect);
    const unique = eachOnce([...choose(own), ...below]);
    counted.set(area.id, unique);
    return unique;
  };
  const ids = new Set(site.areas.map(({ id }) => id));
  for (const area of site.areas) if (area.parentId === null || !ids.has(area.parentId)) collect(area);
  return counted;
}

/** The two sides of the balance of an area. */
export interface BalancedMeters<Meter> {
  /** The area's own meters. */
  own: readonly Meter[];
  /**
   * The own meters of its child areas, each once. A child area without own meters is represented by its child areas.
   */
  children: readonly Meter[];
}

/**
 * Returns the meters whose energy the balance of each area compares. If every area has a meter of its own, the rests of
 * an area and of all areas below it add up to the energy of its own meters.
 * @returns the sides by area id; every area has an entry
 */
export function balancedMeters<Meter extends EnergyMeter>(
  site: SiteOf<EnergyArea, Meter>,
  energyType: MeasuredType,
): Map<number, BalancedMeters<Meter>> {
  const childrenOf = groupBy(site.areas, ({ parentId }) => parentId);
  const balanced = new Map<number, BalancedMeters<Meter>>();
  const collect = ({ id }: EnergyArea): readonly Meter[] => {
    const ofType = (site.metersByArea.get(id) ?? []).filter((meter) => meter.energyType === energyType);
    const own = metersOfEnergy(ofType);
    const children = eachOnce((childrenOf.get(id) ?? []).flatMap(collect));
    balanced.set(id, { own, children });
    return own.length > 0 ? own : children;
  };
  for (const area of childrenOf.get(null) ?? []) collect(area);
  return balanced;
}

/** Returns an area and all areas below it as a site. */
export function siteBelow({ areas, metersByArea }: Site, areaId: number): Site {
  const children = groupBy(areas, ({ parentId }) => parentId);
  const collect = (area: AreaEntity): AreaEntity[] => [
    area,
    ...(children.get(area.id) ?? []).flatMap(collect),
  ];
  const below = areas.filter(({ id }) => id === areaId).flatMap(collect);
  return {
    areas: below,
    metersByArea: new Map(below.map(({ id }) => [id, metersByArea.get(id) ?? []])),
  };
}

/** Returns the meters from which the figure of the whole site is computed, each once. */
export function siteMeters<Meter extends EnergyMeter>(
  site: SiteOf<EnergyArea, Meter>,
  energyType: MeasuredType,
  choose: OwnMeters<Meter>,
): Meter[] {
  return eachOnce([...countedMeters(site, energyType, choose).values()].flat());
}

export function eachOnce<Meter extends EnergyMeter>(meters: readonly Meter[]): Meter[] {
  return [...new Map(meters.map((meter) => [meter.id, meter])).values()];
}

/**
 * The meters whose energy counts for an area and all areas below it, each once.
 * @param areaId if undefined, the meters of the whole site
 * @throws DomainError not_found for an unknown area
 */
export function energyMeters<Meter extends EnergyMeter>(
  site: SiteOf<EnergyArea, Meter>,
  energyType: MeasuredType,
  areaId?: number,
): Meter[] {
  if (areaId === undefined) return siteMeters<Meter>(site, energyType, metersOfEnergy);
  const meters = countedMeters<Meter>(site, energyType, metersOfEnergy).get(areaId);
  if (!meters) throw DomainError.notFound(`Area ${areaId}`);
  return meters;
}
