import type { PlacedArea, TreeItem } from '../../api/area-tree';

/** Up to this number of areas, all of them are shown at first. */
export const FEW_AREAS = 60;

export interface AreaRow<Area> extends PlacedArea<Area> {
  /** Whether the areas inside it are shown; undefined if there are none, or among the areas that were searched. */
  isOpen?: boolean;
}

interface Shown {
  search: string;
  /** The ids of areas that were opened or closed. */
  turned: ReadonlySet<number>;
  /** This area is shown at first. */
  selected?: number;
}

/**
 * Returns the rows of a tree: the areas whose outer areas are open or, if a text is searched, those whose names contain it.
 * In a large tree, only the first level and the outer areas of the selected one are open at first.
 * @param placed in the order of the tree
 */
export function rowsOf<Area extends TreeItem>(
  placed: readonly PlacedArea<Area>[],
  { search, turned, selected }: Shown,
): AreaRow<Area>[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted) return placed.filter(({ area }) => area.name.toLocaleLowerCase().includes(wanted));
  const parents = new Set(placed.map(({ area }) => area.parentId));
  const around = outerAreas(placed, selected);
  const rows: AreaRow<Area>[] = [];
  let shownDepth = 0;
  for (const { area, path, depth } of placed) {
    if (depth > shownDepth) continue;
    const isOpenAtFirst = placed.length <= FEW_AREAS || depth === 0 || around.has(area.id);
    const isOpen = turned.has(area.id) ? !isOpenAtFirst : isOpenAtFirst;
    shownDepth = isOpen ? depth + 1 : depth;
    rows.push({ area, path, depth, ...(parents.has(area.id) && { isOpen }) });
  }
  return rows;
}

/** Returns the ids of the areas that contain an area. */
function outerAreas<Area extends TreeItem>(
  placed: readonly PlacedArea<Area>[],
  id: number | undefined,
): Set<number> {
  const parentOf = new Map(placed.map(({ area }) => [area.id, area.parentId]));
  const outer = new Set<number>();
  let parent = id === undefined ? null : parentOf.get(id);
  while (typeof parent === 'number') {
    outer.add(parent);
    parent = parentOf.get(parent);
  }
  return outer;
}
