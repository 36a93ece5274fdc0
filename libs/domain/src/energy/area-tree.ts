import type { AreaEntity, EnergyType, MeterEntity } from '@app/entities';

/** The areas of the site with the meters that stand in each. */
export interface Site {
  areas: AreaEntity[];
  /** Meters by the id of the area they stand in; one meter may stand in several. */
  metersByArea: Map<number, MeterEntity[]>;
}

/** Which of an area's own meters count towards its figure. */
export type OwnMeters = (own: MeterEntity[]) => MeterEntity[];

/** Energy comes from registers and interval meters; from power alone where there is nothing better. */
export const metersOfEnergy: OwnMeters = (own) => {
  const measuring = own.filter(({ kind }) => kind !== 'power');
  return measuring.length > 0 ? measuring : own;
};

/** Present power comes from fresh power meters; from the last step of the others where there are none. */
export function metersOfPower(nowMs: number): OwnMeters {
  return (own) => {
    const fresh = own.filter((meter) => isFresh(meter, nowMs));
    const sampling = fresh.filter(({ kind }) => kind === 'power');
    return sampling.length > 0 ? sampling : fresh;
  };
}

/** A meter's last power is worth telling for twice its interval. */
export function isFresh(meter: MeterEntity, nowMs: number): boolean {
  return (
    meter.lastPowerKw !== null &&
    meter.lastPowerAt !== null &&
    nowMs - meter.lastPowerAt.getTime() <= 2 * meter.intervalSeconds * 1000
  );
}

/**
 * The meters that make up each area's figure: its own and those of all areas below it, each once.
 * @returns meters by area id; every area has an entry
 */
export function countedMeters(
  site: Site,
  energyType: EnergyType,
  choose: OwnMeters,
): Map<number, MeterEntity[]> {
  const children = childrenByParent(site.areas);
  const counted = new Map<number, MeterEntity[]>();
  const collect = (area: AreaEntity): MeterEntity[] => {
    const own = (site.metersByArea.get(area.id) ?? []).filter((meter) => meter.energyType === energyType);
    const below = (children.get(area.id) ?? []).flatMap(collect);
    const unique = [...new Map([...choose(own), ...below].map((meter) => [meter.id, meter])).values()];
    counted.set(area.id, unique);
    return unique;
  };
  for (const root of children.get(null) ?? []) collect(root);
  return counted;
}

function childrenByParent(areas: readonly AreaEntity[]): Map<number | null, AreaEntity[]> {
  const children = new Map<number | null, AreaEntity[]>();
  for (const area of areas) children.set(area.parentId, [...(children.get(area.parentId) ?? []), area]);
  return children;
}
