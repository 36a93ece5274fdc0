export interface TreeItem {
  id: number;
  parentId: number | null;
  name: string;
  sortOrder: number;
}

export interface PlacedArea<Area> {
  area: Area;
  /** The names of the areas that contain this area, the outermost first. */
  path: string;
  /** 0 for an area without a parent. */
  depth: number;
}

/** Returns the areas in the order of the tree: each area is followed by the areas inside it. */
export function inTreeOrder<Area extends TreeItem>(areas: readonly Area[]): PlacedArea<Area>[] {
  const inside = areasInside(areas);
  const placed = (parentId: number | null, names: readonly string[]): PlacedArea<Area>[] =>
    (inside.get(parentId) ?? []).flatMap((area) => [
      { area, path: names.join(' / '), depth: names.length },
      ...placed(area.id, [...names, area.name]),
    ]);
  return placed(null, []);
}

/** Returns the areas of each parent in their order. `null` stands for the areas without a parent. */
export function areasInside<Area extends TreeItem>(areas: readonly Area[]): Map<number | null, Area[]> {
  const inside = new Map<number | null, Area[]>();
  for (const area of areas.toSorted((a, b) => a.sortOrder - b.sortOrder)) {
    const siblings = inside.get(area.parentId);
    if (siblings) siblings.push(area);
    else inside.set(area.parentId, [area]);
  }
  return inside;
}

/** Returns the outermost levels of the tree that have at most this number of areas, and at least the first level. */
export function outermost<Area extends TreeItem>(
  placed: readonly PlacedArea<Area>[],
  most: number,
): PlacedArea<Area>[] {
  const upTo = (depth: number) => placed.filter((entry) => entry.depth <= depth);
  let shown = upTo(0);
  for (let depth = 1; shown.length < placed.length; depth += 1) {
    const more = upTo(depth);
    if (more.length > most) break;
    shown = more;
  }
  return shown;
}
