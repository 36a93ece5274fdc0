import { areasInside, inTreeOrder } from '../../../api/area-tree';
import type { Area } from '../../../api/areas';
import type { components } from '../../../api/plantroom';

export type AreaInput = components['schemas']['AreaInputDto'];

/** An area that keeps all its values. */
const kept = ({ id }: Area): AreaInput => ({ id });

/** Returns the whole set with one area added or changed. An area without an id is new. */
export function withArea(areas: readonly Area[], input: AreaInput): AreaInput[] {
  if (input.id === undefined) return [...areas.map(kept), { sortOrder: nextOrder(areas, input), ...input }];
  return areas.map((area) => (area.id === input.id ? input : kept(area)));
}

/** Returns the whole set without one area. The areas inside it move to the area that contained it. */
export function withoutArea(areas: readonly Area[], removed: Area): AreaInput[] {
  return areas
    .filter(({ id }) => id !== removed.id)
    .map((area) => (area.parentId === removed.id ? { id: area.id, parentId: removed.parentId } : kept(area)));
}

/**
 * Returns the whole set with an area moved among the areas of the same parent.
 * @param steps -1 for one place up, 1 for one place down
 */
export function withMoved(areas: readonly Area[], moved: Area, steps: number): AreaInput[] {
  const siblings = siblingsOf(areas, moved.parentId);
  const from = siblings.findIndex(({ id }) => id === moved.id);
  const ordered = siblings.toSpliced(from, 1).toSpliced(from + steps, 0, moved);
  const orders = new Map(ordered.map(({ id }, index) => [id, index]));
  return areas.map((area) => {
    const sortOrder = orders.get(area.id);
    return sortOrder === undefined ? kept(area) : { id: area.id, sortOrder };
  });
}

/** Returns the areas of one parent in their order. */
export function siblingsOf(areas: readonly Area[], parentId: number | null): Area[] {
  return areasInside(areas).get(parentId) ?? [];
}

/** Returns the ids of an area and of all areas inside it. None of them can become its parent. */
export function idsWithin(areas: readonly Area[], areaId: number): Set<number> {
  const ids = new Set([areaId]);
  // In the order of the tree, a parent comes before the areas inside it.
  for (const { area } of inTreeOrder(areas)) {
    if (area.parentId !== null && ids.has(area.parentId)) ids.add(area.id);
  }
  return ids;
}

function nextOrder(areas: readonly Area[], { parentId = null }: AreaInput): number {
  return Math.max(-1, ...siblingsOf(areas, parentId).map(({ sortOrder }) => sortOrder)) + 1;
}
