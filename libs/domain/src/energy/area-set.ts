import type { EnergyType, MeterKind, StampedAt } from '@app/entities';
import { DomainError, type ErrorDetail } from '@app/kernel';

/** A meter as a client describes it. What is left out keeps its value, or takes its default where the meter is new. */
export interface MeterInput {
  pointCode: string;
  energyType?: EnergyType;
  kind?: MeterKind;
  multiplier?: number;
  /** ISO 8601; without an offset in the platform time zone. */
  since?: string;
  intervalSeconds?: number;
  stampedAt?: StampedAt;
  registerMax?: number | null;
}

/** An area as a client describes it. What is left out keeps its value, or takes its default where the area is new. */
export interface AreaInput {
  id?: number;
  name?: string;
  parentId?: number | null;
  sortOrder?: number;
  meters?: MeterInput[];
  limits?: { warningKw?: number | null; overLimitKw?: number | null };
}

/** An area whose id and parent are settled. */
export type IdentifiedArea = AreaInput & { id: number };

/** Gives the areas that have none the next free ids. `taken` are the ids in use so far. */
export function withIds(areas: readonly AreaInput[], taken: readonly number[]): IdentifiedArea[] {
  let last = Math.max(0, ...taken, ...areas.map(({ id }) => id ?? 0));
  return areas.map((area) => ({ ...area, id: area.id ?? ++last }));
}

/**
 * Whether the set makes sense as a whole: ids once, parents that exist and do not go in a circle, limits in order,
 * a meter once per area and described alike wherever it stands.
 * @param parentOf the parent of an area that the set does not say it of
 * @throws DomainError invalid with a detail per fault
 */
export function checkAreaSet(
  areas: readonly IdentifiedArea[],
  parentOf: (id: number) => number | null,
): void {
  const parents = new Map(
    areas.map((area) => [area.id, area.parentId === undefined ? parentOf(area.id) : area.parentId]),
  );
  const details = [
    ...repeatedIds(areas),
    ...areas.flatMap((area, index) => parentFaults(area, index, parents)),
    ...areas.flatMap(limitFaults),
    ...meterFaults(areas),
  ];
  if (details.length > 0) throw DomainError.invalid('The areas do not fit together.', details);
}

function repeatedIds(areas: readonly IdentifiedArea[]): ErrorDetail[] {
  const seen = new Set<number>();
  return areas.flatMap(({ id }, index) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ path: `areas[${index}].id`, message: `is the id of an earlier area too: ${id}` }];
  });
}

function parentFaults(
  area: IdentifiedArea,
  index: number,
  parents: ReadonlyMap<number, number | null>,
): ErrorDetail[] {
  const path = `areas[${index}].parentId`;
  const visited = new Set([area.id]);
  for (
    let parent = parents.get(area.id);
    parent !== null && parent !== undefined;
    parent = parents.get(parent)
  ) {
    if (!parents.has(parent))
      return visited.size > 1 ? [] : [{ path, message: `names no area of the set: ${parent}` }];
    if (visited.has(parent)) return [{ path, message: 'makes the area lie within itself' }];
    visited.add(parent);
  }
  return [];
}

function limitFaults({ limits }: IdentifiedArea, index: number): ErrorDetail[] {
  const { warningKw, overLimitKw } = limits ?? {};
  if (typeof warningKw !== 'number' || typeof overLimitKw !== 'number' || warningKw <= overLimitKw) return [];
  return [{ path: `areas[${index}].limits.warningKw`, message: 'must not be above overLimitKw' }];
}

function meterFaults(areas: readonly IdentifiedArea[]): ErrorDetail[] {
  const described = new Map<string, { text: string; areaIndex: number }>();
  return areas.flatMap(({ meters = [] }, areaIndex) =>
    meters.flatMap((meter, index) => {
      const path = `areas[${areaIndex}].meters[${index}]`;
      const text = JSON.stringify(Object.entries(meter).toSorted(([a], [b]) => a.localeCompare(b)));
      const earlier = described.get(meter.pointCode);
      described.set(meter.pointCode, { text, areaIndex });
      if (earlier?.areaIndex === areaIndex) return [{ path, message: 'stands in this area already' }];
      if (earlier && earlier.text !== text)
        return [{ path, message: 'is described otherwise in another area' }];
      return [];
    }),
  );
}
