import { type Layout, type LayoutItem, verticalCompactor } from 'react-grid-layout/core';

export const COLUMNS = 12;
/** Maximum height of a widget. The API allows more, but a taller widget does not fit on a screen. */
const MOST_ROWS = 24;

export const MOVES = ['left', 'right', 'up', 'down', 'wider', 'narrower', 'taller', 'shorter'] as const;
export type Move = (typeof MOVES)[number];

/** Moves all items up as far as possible without overlaps. */
export function compact(layout: Layout): Layout {
  return verticalCompactor.compact(layout, COLUMNS);
}

/** Returns the layout after one move of an item. If there is no room, returns the same layout. */
export function moved(layout: Layout, id: string, move: Move): Layout {
  const item = layout.find(({ i }) => i === id);
  if (!item) return layout;
  if (move === 'up' || move === 'down') return exchanged(layout, item, move);
  const changes: Record<Exclude<Move, 'up' | 'down'>, Partial<LayoutItem>> = {
    left: { x: item.x - 1 },
    right: { x: item.x + 1 },
    wider: { w: item.w + 1 },
    narrower: { w: item.w - 1 },
    taller: { h: item.h + 1 },
    shorter: { h: item.h - 1 },
  };
  const changed = { ...item, ...changes[move] };
  return fits(changed) ? compact(layout.map((one) => (one === item ? changed : one))) : layout;
}

function fits({ x, w, h }: LayoutItem): boolean {
  return x >= 0 && w >= 1 && x + w <= COLUMNS && h >= 1 && h <= MOST_ROWS;
}

/** Exchanges an item with the nearest one above or below it. */
function exchanged(layout: Layout, item: LayoutItem, direction: 'up' | 'down'): Layout {
  const column = layout.filter((one) => one !== item && one.x < item.x + item.w && item.x < one.x + one.w);
  const [neighbour] =
    direction === 'up'
      ? column.filter(({ y, h }) => y + h <= item.y).sort((one, other) => other.y - one.y)
      : column.filter(({ y }) => y >= item.y + item.h).sort((one, other) => one.y - other.y);
  if (!neighbour) return layout;
  const [upper, lower] = direction === 'up' ? [item, neighbour] : [neighbour, item];
  const top = Math.min(item.y, neighbour.y);
  return compact(
    layout.map((one) => {
      if (one === upper) return { ...one, y: top };
      return one === lower ? { ...one, y: top + upper.h } : one;
    }),
  );
}
