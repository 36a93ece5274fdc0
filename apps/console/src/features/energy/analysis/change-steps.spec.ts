import { changeSteps, equalMonths } from './change-steps';

const area = (id: number, energy: number, parentId: number | null = 1) => ({
  id,
  name: `Area ${id}`,
  parentId,
  energy,
});

const months = (...coverages: number[]) => coverages.map((coverage) => ({ value: 1, coverage }));

describe('the steps from one period to another', () => {
  it('lead from the energy before to the energy now, savings first', () => {
    const before = [area(1, 100, null), area(2, 60), area(3, 30), area(4, 5, 2)];
    const now = [area(1, 88, null), area(2, 40), area(3, 35), area(4, 5, 2)];
    expect(changeSteps(before, now, 1)).toEqual([
      { area: now[1], change: -20, from: 100, to: 80 },
      { area: null, change: 3, from: 80, to: 83 },
      { area: now[2], change: 5, from: 83, to: 88 },
    ]);
  });

  it('leave out areas without a change, and count an area that was not measured before in full', () => {
    const before = [area(1, 10, null), area(2, 10), area(3, 0)];
    const now = [area(1, 14, null), area(2, 10), area(3, 4)];
    expect(changeSteps(before, now, 1)).toEqual([{ area: now[2], change: 4, from: 10, to: 14 }]);
    expect(changeSteps(before, now, 9)).toEqual([]);
  });

  it('compare months in which the area and the areas inside it were measured equally', () => {
    const areas = [area(1, 0, null), area(2, 0), area(3, 0)];
    const before = new Map([
      [1, months(0, 0.2, 0.98, 0.84)],
      [2, months(1, 1, 1, 1)],
    ]);
    const now = new Map([
      [1, months(1, 1, 1, 0.85)],
      [2, months(1, 1, 0.5, 1)],
      [3, months(1, 1, 1, 1)],
    ]);
    expect(equalMonths(areas, 1, before, now)).toEqual(new Set([3]));
    expect(equalMonths(areas.slice(0, 1), 1, before, now)).toEqual(new Set([2, 3]));
    expect(equalMonths(areas, 1, new Map(), now)).toEqual(new Set());
  });
});
