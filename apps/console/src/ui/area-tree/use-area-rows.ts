import { useMemo, useState } from 'react';
import { inTreeOrder, type TreeItem } from '../../api/area-tree';
import { type AreaRow, FEW_AREAS, rowsOf } from './area-rows';

export interface AreaRows<Area> {
  rows: AreaRow<Area>[];
  /** Whether the tree is so large that people search in it. */
  isLarge: boolean;
  search: string;
  setSearch: (search: string) => void;
  /** Shows or hides the areas inside an area. */
  turn: (id: number) => void;
}

/** The rows of a tree of areas that are shown. @param selected the id of an area that is shown at first */
export function useAreaRows<Area extends TreeItem>(
  areas: readonly Area[],
  selected?: number,
): AreaRows<Area> {
  const [search, setSearch] = useState('');
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set());
  const placed = useMemo(() => inTreeOrder(areas), [areas]);
  return {
    rows: rowsOf(placed, { search, turned, selected }),
    isLarge: placed.length > FEW_AREAS,
    search,
    setSearch,
    turn: (id) =>
      setTurned((before) =>
        before.has(id) ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
      ),
  };
}
