import type { Area } from '../../../api/areas';
import { idsWithin, siblingsOf, withArea, withMoved, withoutArea } from './area-set';

const area = (id: number, parentId: number | null, sortOrder: number) =>
  ({ id, parentId, sortOrder }) as Area;

const SITE = area(1, null, 0);
const EAST = area(2, 1, 0);
const WEST = area(3, 1, 4);
const CELLAR = area(4, 1, 9);
const OFFICE = area(5, 3, 0);
const AREAS = [CELLAR, OFFICE, SITE, WEST, EAST];

describe('The set of areas', () => {
  it('keeps the other areas when an area is added as the last one of its parent', () => {
    expect(withArea(AREAS, { name: 'Roof', parentId: 1 })).toEqual([
      ...AREAS.map(({ id }) => ({ id })),
      { name: 'Roof', parentId: 1, sortOrder: 10 },
    ]);
    expect(withArea([], { name: 'Site' })).toEqual([{ name: 'Site', sortOrder: 0 }]);
  });

  it('keeps the other areas when an area is changed', () => {
    const changed = withArea(AREAS, { id: 3, name: 'West wing' });
    expect(changed).toEqual([{ id: 4 }, { id: 5 }, { id: 1 }, { id: 3, name: 'West wing' }, { id: 2 }]);
  });

  it('moves the areas inside a removed area to the area around it', () => {
    expect(withoutArea(AREAS, WEST)).toEqual([{ id: 4 }, { id: 5, parentId: 1 }, { id: 1 }, { id: 2 }]);
  });

  it('numbers the areas of one parent again when one of them moves', () => {
    const orders = (steps: number) =>
      withMoved(AREAS, WEST, steps)
        .filter(({ sortOrder }) => sortOrder !== undefined)
        .toSorted((one, other) => (one.sortOrder ?? 0) - (other.sortOrder ?? 0))
        .map(({ id }) => id);
    expect(orders(-1)).toEqual([3, 2, 4]);
    expect(orders(1)).toEqual([2, 4, 3]);
    expect(withMoved(AREAS, WEST, 1)).toHaveLength(AREAS.length);
  });

  it('has an order among the areas of one parent', () => {
    expect(siblingsOf(AREAS, 1)).toEqual([EAST, WEST, CELLAR]);
  });

  it('knows all areas inside an area', () => {
    expect(idsWithin(AREAS, 1)).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(idsWithin(AREAS, 3)).toEqual(new Set([3, 5]));
  });
});
