import { layoutFaults } from './widget-layout';

const layout = (layoutX: number, layoutW: number) => ({ layoutX, layoutY: 0, layoutW, layoutH: 1 });

describe('layoutFaults', () => {
  it.each([
    [0, 1],
    [0, 12],
    [11, 1],
    [6, 6],
  ])('accepts a widget in column %i that is %i columns wide', (x, w) => {
    expect(layoutFaults(layout(x, w))).toEqual([]);
  });

  it.each([
    [1, 12],
    [11, 2],
    [7, 6],
  ])('refuses a widget in column %i that is %i columns wide', (x, w) => {
    expect(layoutFaults(layout(x, w), 'widgets[2].')).toMatchObject([
      { path: 'widgets[2].layoutW', message: expect.stringContaining('12 columns') },
    ]);
  });
});
