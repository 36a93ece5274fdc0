import type { Layout } from 'react-grid-layout/core';
import { compact, moved, MOVES } from './arrange';

const placed = (layout: Layout) => Object.fromEntries(layout.map(({ i, x, y, w, h }) => [i, [x, y, w, h]]));
/** `a` at the top left, `b` at its right, `c` below `a`. */
const LAYOUT: Layout = [
  { i: 'a', x: 0, y: 0, w: 4, h: 2 },
  { i: 'b', x: 4, y: 0, w: 8, h: 3 },
  { i: 'c', x: 0, y: 2, w: 4, h: 2 },
];

describe('the arrangement of widgets', () => {
  it('moves a widget below or above its neighbour', () => {
    const swapped = { a: [0, 2, 4, 2], b: [4, 0, 8, 3], c: [0, 0, 4, 2] };
    expect(placed(moved(LAYOUT, 'a', 'down'))).toEqual(swapped);
    expect(placed(moved(LAYOUT, 'c', 'up'))).toEqual(swapped);
  });

  it('keeps the layout if there is no room for the move', () => {
    for (const [id, move] of [
      ['a', 'up'],
      ['a', 'left'],
      ['b', 'right'],
      ['b', 'wider'],
      ['c', 'down'],
    ] as const) {
      expect(moved(LAYOUT, id, move)).toBe(LAYOUT);
    }
  });

  it('moves down the widgets that a widened widget would cover', () => {
    const { a, b } = placed(moved(LAYOUT, 'a', 'wider'));
    expect([a, b]).toEqual([
      [0, 0, 5, 2],
      [4, 2, 8, 3],
    ]);
  });

  it('separates widgets that overlap, and closes gaps', () => {
    const layout = [
      { i: 'a', x: 0, y: 5, w: 4, h: 2 },
      { i: 'b', x: 2, y: 5, w: 4, h: 2 },
    ];
    expect(placed(compact(layout))).toEqual({ a: [0, 0, 4, 2], b: [2, 2, 4, 2] });
  });

  it('keeps all widgets in the grid after any moves', () => {
    let layout: Layout = LAYOUT;
    for (const id of ['a', 'b', 'c', 'a', 'c']) for (const move of MOVES) layout = moved(layout, id, move);
    for (const { x, y, w, h } of layout) {
      expect(x >= 0 && y >= 0 && w >= 1 && h >= 1 && x + w <= 12).toBe(true);
    }
  });
});
