import { DomainError, type ErrorDetail, say } from '@app/kernel';
import type { MeterInput } from '../meters/meter-settings';

/** An area as a client describes it. An omitted field keeps its value, or takes its default if the area is new. */
export interface AreaInput {
  /** Id of an existing area to keep. An area without an id is created. */
  id?: number;
  name?: string;
  parentId?: number | null;
  /** Index of the parent in the same set, for a parent that is new and has no id yet. */
  parentIndex?: number;
  sortOrder?: number;
  meters?: MeterInput[];
  floorAreaM2?: number | null;
  use?: string | null;
  referenceKwhPerM2?: number | null;
  builtYear?: number | null;
  heatingBaseC?: number | null;
  coolingBaseC?: number | null;
  limits?: { warningKw?: number | null; overLimitKw?: number | null };
}

/** An existing area, with the fields that a new set can refer to. */
interface KnownArea {
  id: number;
  parentId: number | null;
}

/** An area with its final id and parent. */
export type IdentifiedArea = AreaInput & { id: number; parentId: number | null; isNew: boolean };

/**
 * Assigns an id to every new area, and sets `parentId` on every area.
 * @param lastId the highest id assigned so far; new ids are above it
 */
export function withIds(
  areas: readonly AreaInput[],
  known: readonly KnownArea[],
  lastId: number,
): IdentifiedArea[] {
  const taken = new Set([...known.map(({ id }) => id), ...areas.flatMap(({ id }) => id ?? [])]);
  let last = lastId;
  const nextId = () => {
    do last++;
    while (taken.has(last));
    return last;
  };
  const ids = areas.map(({ id }) => id ?? nextId());
  const formerParents = new Map(known.map(({ id, parentId }) => [id, parentId]));
  return areas.map((area, index) => {
    const id = ids[index] ?? 0;
    const { parentId = formerParents.get(id) ?? null, parentIndex } = area;
    const parent = parentIndex === undefined ? parentId : (ids[parentIndex] ?? null);
    return { ...area, id, parentId: parent, isNew: area.id === undefined };
  });
}

/**
 * Checks the set as a whole. Each id must belong to an existing area and occur once. Each parent must be in the set,
 * without cycles. Limits must be in order. A meter may occur once per area, and must have the same settings in every
 * area.
 * @throws DomainError invalid with a detail per problem
 */
export function checkAreaSet(areas: readonly IdentifiedArea[], known: readonly KnownArea[]): void {
  const parents = new Map(areas.map(({ id, parentId }) => [id, parentId]));
  const newIds = new Set(areas.flatMap(({ id, isNew }) => (isNew ? [id] : [])));
  const details = [
    ...idFaults(areas, new Set(known.map(({ id }) => id))),
    ...areas.flatMap((area, index) =>
      areas[area.parentIndex ?? index]
        ? parentFaults(area, index, parents, newIds)
        : [
            {
              path: `areas[${index}].parentIndex`,
              ...say('no_area_with_index', { index: area.parentIndex ?? index }),
            },
          ],
    ),
    ...areas.flatMap(limitFaults),
    ...meterFaults(areas),
  ];
  if (details.length > 0)
    throw DomainError.invalid('The set of areas is not valid. Correct the listed fields.', details);
}

function idFaults(areas: readonly IdentifiedArea[], knownIds: ReadonlySet<number>): ErrorDetail[] {
  const seen = new Set<number>();
  return areas.flatMap(({ id, isNew }, index): ErrorDetail[] => {
    const path = `areas[${index}].id`;
    if (seen.has(id)) return [{ path, ...say('also_earlier_area', { id }) }];
    seen.add(id);
    if (isNew || knownIds.has(id)) return [];
    return [{ path, ...say('not_area_to_change', { id }) }];
  });
}

function parentFaults(
  area: IdentifiedArea,
  index: number,
  parents: ReadonlyMap<number, number | null>,
  newIds: ReadonlySet<number>,
): ErrorDetail[] {
  const isByIndex = area.parentIndex !== undefined;
  const path = `areas[${index}].${isByIndex ? 'parentIndex' : 'parentId'}`;
  // `parentId` must not be the id of a new area, because clients cannot know these ids yet.
  if (!isByIndex && area.parentId !== null && newIds.has(area.parentId))
    return [{ path, ...say('not_area_in_set', { id: area.parentId }) }];
  const visited = new Set([area.id]);
  for (
    let parent = parents.get(area.id);
    parent !== null && parent !== undefined;
    parent = parents.get(parent)
  ) {
    if (!parents.has(parent))
      return visited.size > 1 ? [] : [{ path, ...say('not_area_in_set', { id: parent }) }];
    if (visited.has(parent)) return [{ path, ...say('area_within_itself') }];
    visited.add(parent);
  }
  return [];
}

function limitFaults({ limits }: IdentifiedArea, index: number): ErrorDetail[] {
  const { warningKw, overLimitKw } = limits ?? {};
  if (typeof warningKw !== 'number' || typeof overLimitKw !== 'number' || warningKw <= overLimitKw) return [];
  return [{ path: `areas[${index}].limits.warningKw`, ...say('warning_above_limit') }];
}

function meterFaults(areas: readonly IdentifiedArea[]): ErrorDetail[] {
  const described = new Map<string, { text: string; areaIndex: number }>();
  return areas.flatMap(({ meters = [] }, areaIndex) =>
    meters.flatMap((meter, index): ErrorDetail[] => {
      const path = `areas[${areaIndex}].meters[${index}]`;
      const text = JSON.stringify(Object.entries(meter).toSorted(([a], [b]) => a.localeCompare(b)));
      const earlier = described.get(meter.pointCode);
      described.set(meter.pointCode, { text, areaIndex });
      if (earlier?.areaIndex === areaIndex) return [{ path, ...say('meter_twice') }];
      if (earlier && earlier.text !== text) return [{ path, ...say('meter_differs') }];
      return [];
    }),
  );
}
