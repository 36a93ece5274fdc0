import type { PlacedArea, TreeItem } from '../../api/area-tree';

/** Up to this number of areas, all of them are shown at first. */
export const FEW_AREAS = 60;

export interface AreaRow<Area> extends PlacedArea<Area> {
  /** Whether the areas inside it are shown; undefined if there are none, or among the areas that were searched. */
  isOpen?: boolean;
}

interface Shown {
  search: string;
  /** Whether the areas inside an area are shown, by the ids of the areas that were opened or closed. */
  chosen: ReadonlyMap<number, boolean>;
  /** This area and those inside it are shown at first. */
  selected?: number;
}

/**
 * Returns the rows of a tree: the areas whose outer areas are open or, if a text is searched, the areas whose names contain
 * it, without depth. In a large tree, only the first level, the selected area and its outer areas are open at first.
 * @param placed in the order of the tree
 */
export function rowsOf<Area extends TreeItem>(
  placed: readonly PlacedArea<Area>[],
  { search, chosen, selected }: Shown,
): AreaRow<Area>[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted) {
    return placed
      .filter(({ area }) => area.name.toLocaleLowerCase().includes(wanted))
      .map(({ area, path }) => ({ area, path, depth: 0 }));
  }
  const parents = new Set(placed.map(({ area }) => area.parentId));
  const around = areasAround(placed, selected);
  const rows: AreaRow<Area>[] = [];
  let shownDepth = 0;
  for (const { area, path, depth } of placed) {
    if (depth > shownDepth) continue;
    const isOpenAtFirst = placed.length <= FEW_AREAS || depth === 0 || around.has(area.id);
    const isOpen = chosen.get(area.id) ?? isOpenAtFirst;
    shownDepth = isOpen ? depth + 1 : depth;
    rows.push({ area, path, depth, ...(parents.has(area.id) && { isOpen }) });
  }
  return rows;
}

/** Returns the ids of an area and of the areas that contain it. */
function areasAround<Area extends TreeItem>(
  placed: readonly PlacedArea<Area>[],
  selected: number | undefined,
): Set<number> {
  const parentOf = new Map(placed.map(({ area }) => [area.id, area.parentId]));
  const around = new Set<number>();
  for (let id: number | null | undefined = selected; typeof id === 'number'; id = parentOf.get(id)) {
    around.add(id);
  }
  return around;
}
