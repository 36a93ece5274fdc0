import type { EnergyMeter, EnergySite } from './area-tree';

/** The stored fields of an `EnergySite` as text. Two sites are equal if their texts are equal. */
export interface EnergySiteText {
  /** For each area, its id and the id of its parent. */
  areas: string;
  /** For each meter of an area, the id of the area and the fields of `EnergyMeter`. */
  meters: string;
}

/** The separators. No id, energy type, kind or name of a time zone contains them. */
const FIELD = ',';
export const RECORD = ';';

export function energySiteOf({ areas, meters }: EnergySiteText): EnergySite {
  const meterById = new Map<number, EnergyMeter>();
  const metersByArea = new Map<number, EnergyMeter[]>();
  for (const [areaId, meterId, energyType, kind, daysZone] of recordsOf(meters)) {
    const id = Number(meterId);
    const meter = meterById.get(id) ?? {
      id,
      energyType: energyType as EnergyMeter['energyType'],
      kind: kind as EnergyMeter['kind'],
      daysZone: daysZone || null,
    };
    meterById.set(id, meter);
    const ofArea = metersByArea.get(Number(areaId));
    if (ofArea) ofArea.push(meter);
    else metersByArea.set(Number(areaId), [meter]);
  }
  return {
    areas: recordsOf(areas).map(([id, parentId]) => ({
      id: Number(id),
      parentId: parentId ? Number(parentId) : null,
    })),
    metersByArea,
  };
}

function recordsOf(text: string): string[][] {
  return text === '' ? [] : text.split(RECORD).map((record) => record.split(FIELD));
}
