import { DomainError } from '@app/kernel';
import { type AreaInput, checkAreaSet, withIds } from './area-set';

const faultsOf = (areas: AreaInput[], parentOf: (id: number) => number | null = () => null) => {
  try {
    checkAreaSet(withIds(areas, []), parentOf);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.details?.map(({ path, message }) => `${path} ${message}`);
  }
};

describe('checkAreaSet', () => {
  it('takes a tree whose areas share a meter', () => {
    const meter = { pointCode: 'A', multiplier: 2 };
    expect(
      faultsOf([{ id: 7, meters: [meter] }, { id: 8, parentId: 7, meters: [meter] }, { parentId: 8 }]),
    ).toEqual([]);
  });

  it.each<[string, AreaInput[], string]>([
    ['an id twice', [{ id: 1 }, { id: 1 }], 'areas[1].id is the id of an earlier area too: 1'],
    ['a parent that is not there', [{ id: 1, parentId: 9 }], 'areas[0].parentId names no area of the set: 9'],
    ['an area in itself', [{ id: 1, parentId: 1 }], 'areas[0].parentId makes the area lie within itself'],
    [
      'limits the wrong way round',
      [{ id: 1, limits: { warningKw: 2, overLimitKw: 1 } }],
      'areas[0].limits.warningKw must not be above overLimitKw',
    ],
    [
      'a meter twice in an area',
      [{ id: 1, meters: [{ pointCode: 'A' }, { pointCode: 'A' }] }],
      'areas[0].meters[1] stands in this area already',
    ],
    [
      'a meter described in two ways',
      [
        { id: 1, meters: [{ pointCode: 'A', multiplier: 1 }] },
        { id: 2, meters: [{ pointCode: 'A', multiplier: 2 }] },
      ],
      'areas[1].meters[0] is described otherwise in another area',
    ],
  ])('names %s', (_, areas, fault) => {
    expect(faultsOf(areas)).toEqual([fault]);
  });

  it('names every area of a circle, also where the parent is kept from before', () => {
    expect(faultsOf([{ id: 1 }, { id: 2, parentId: 1 }], (id) => (id === 1 ? 2 : null))).toHaveLength(2);
  });
});

describe('withIds', () => {
  it('gives new areas ids that nobody has', () => {
    expect(withIds([{}, { id: 9 }, {}], [3]).map(({ id }) => id)).toEqual([10, 9, 11]);
  });
});
