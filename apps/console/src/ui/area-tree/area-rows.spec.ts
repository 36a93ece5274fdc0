import { inTreeOrder, outermost } from '../../api/area-tree';
import { FEW_AREAS, rowsOf } from './area-rows';

/** A site with as many floors as are given, and as many rooms on each floor. */
function aSite(floors: number, rooms: number) {
  const areas = [{ id: 1, parentId: null as number | null, name: 'Site', sortOrder: 0 }];
  for (let floor = 1; floor <= floors; floor += 1) {
    const id = floor * 1000;
    areas.push({ id, parentId: 1, name: `Floor ${floor}`, sortOrder: floor });
    for (let room = 1; room <= rooms; room += 1) {
      areas.push({ id: id + room, parentId: id, name: `Room ${floor}.${room}`, sortOrder: room });
    }
  }
  return inTreeOrder(areas);
}

const AT_FIRST = { search: '', chosen: new Map<number, boolean>() };
const namesOf = (rows: { area: { name: string } }[]) => rows.map(({ area }) => area.name);

describe('the rows of a tree of areas', () => {
  const large = aSite(3, FEW_AREAS);

  it('are all areas of a small tree', () => {
    expect(rowsOf(aSite(2, 2), AT_FIRST)).toHaveLength(7);
  });

  it('are the first levels of a large tree, and the surroundings of the selected area', () => {
    expect(namesOf(rowsOf(large, AT_FIRST))).toEqual(['Site', 'Floor 1', 'Floor 2', 'Floor 3']);
    const rows = rowsOf(large, { ...AT_FIRST, selected: 2007 });
    expect(rows).toHaveLength(4 + FEW_AREAS);
    expect(rows.find(({ area }) => area.id === 2000)?.isOpen).toBe(true);
    expect(rows.find(({ area }) => area.id === 2007)?.isOpen).toBeUndefined();
  });

  it('follow the areas that are opened and closed', () => {
    expect(rowsOf(large, { ...AT_FIRST, chosen: new Map([[3000, true]]) })).toHaveLength(4 + FEW_AREAS);
    expect(namesOf(rowsOf(large, { ...AT_FIRST, chosen: new Map([[1, false]]) }))).toEqual(['Site']);
    // An opened area stays open when an area inside it is selected.
    const inside = { ...AT_FIRST, chosen: new Map([[3000, true]]), selected: 3007 };
    expect(rowsOf(large, inside)).toHaveLength(4 + FEW_AREAS);
  });

  it('are the areas whose names contain a text', () => {
    const rows = rowsOf(large, { ...AT_FIRST, search: ' room 2.1 ' });
    expect(rows[0]).toMatchObject({ area: { name: 'Room 2.1' }, path: 'Site / Floor 2', depth: 0 });
    expect(namesOf(rows)).toEqual([
      'Room 2.1',
      ...Array.from({ length: 10 }, (_, index) => `Room 2.${10 + index}`),
    ]);
  });

  it('are on the overview those of the outermost levels', () => {
    expect(outermost(large, FEW_AREAS)).toHaveLength(4);
    expect(outermost(aSite(2, 2), FEW_AREAS)).toHaveLength(7);
  });
});
