interface TreeItem {
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
  const sorted = areas.toSorted((a, b) => a.sortOrder - b.sortOrder);
  const placed = (parentId: number | null, names: readonly string[]): PlacedArea<Area>[] =>
    sorted.flatMap((area) =>
      area.parentId === parentId
        ? [{ area, path: names.join(' / '), depth: names.length }, ...placed(area.id, [...names, area.name])]
        : [],
    );
  return placed(null, []);
}
