import type { Site } from '../metering/areas/area-tree';
import { withoutAreas } from './without-areas';

const area = (id: number, parentId: number | null) => ({ id, parentId });
const meter = (pointCode: string, ...parts: string[]) => ({
  pointCode,
  kind: parts.length > 0 ? 'formula' : 'power',
  formula: parts.map((code) => ({ pointCode: code })),
});
const codes = (...names: string[]) => names.map((pointCode) => ({ pointCode }));

describe('withoutAreas', () => {
  it('keeps the areas of people without the meters of removed areas, and without formulas of these', () => {
    const site = {
      areas: [area(1, null), area(2, 1), area(3, 2), area(4, null), area(5, 4), area(6, 5)],
      metersByArea: new Map([
        [1, [meter('DEMO')]],
        [3, [meter('OWN'), meter('DEMO'), meter('TOTAL', 'SUM', 'OWN')]],
        [4, [meter('SUM', 'DEMO', 'OWN'), meter('HALF', 'OWN')]],
      ]),
    } as unknown as Site;
    expect(withoutAreas(site, new Set([1, 2, 5]))).toEqual([
      { id: 3, parentId: null, meters: codes('OWN') },
      { id: 4, parentId: null, meters: codes('HALF') },
      // Its parent is removed, so it goes to the area above.
      { id: 6, parentId: 4, meters: [] },
    ]);
  });
});
