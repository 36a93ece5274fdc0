import { useMemo, useState } from 'react';
import { inTreeOrder, type TreeItem } from '../../api/area-tree';
import { type AreaRow, FEW_AREAS, rowsOf } from './area-rows';

export interface AreaRows<Area> {
  rows: AreaRow<Area>[];
  /** Whether the tree is so large that people search in it. */
  isLarge: boolean;
  search: string;
  setSearch: (search: string) => void;
  /** Shows or hides the areas inside the area of a row. */
  turn: (row: AreaRow<TreeItem>) => void;
  isSearched: boolean;
}

/** The rows of a tree of areas that are shown. @param selected the id of an area that is shown at first */
export function useAreaRows<Area extends TreeItem>(
  areas: readonly Area[],
  selected?: number,
): AreaRows<Area> {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map());
  const placed = useMemo(() => inTreeOrder(areas), [areas]);
  return {
    rows: rowsOf(placed, { search, chosen, selected }),
    isLarge: placed.length > FEW_AREAS,
    search,
    isSearched: search.trim() !== '',
    setSearch,
    turn: ({ area, isOpen }) => setChosen((before) => new Map([...before, [area.id, !isOpen]])),
  };
}
