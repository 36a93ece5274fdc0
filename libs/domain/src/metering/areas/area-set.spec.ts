import { DomainError } from '@app/kernel';
import { type AreaInput, checkAreaSet, withIds } from './area-set';

const KNOWN = [7, 8, 9].map((id) => ({ id, parentId: id === 7 ? null : id - 1 }));

const faultsOf = (areas: AreaInput[], known = KNOWN) => {
  try {
    checkAreaSet(withIds(areas, known, 9), known);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.details?.map(({ path, message }) => `${path} ${message}`);
  }
};

describe('checkAreaSet', () => {
  it('accepts a tree of existing and new areas that share a meter', () => {
    const meter = { pointCode: 'A', multiplier: 2 };
    expect(
      faultsOf([
        { id: 7, meters: [meter] },
        { parentIndex: 2, meters: [meter] },
        { parentIndex: 3 },
        { id: 9, parentId: 7 },
      ]),
    ).toEqual([]);
  });

  it.each<[string, AreaInput['limits']]>([
    ['no limits', undefined],
    ['equal limits', { warningKw: 1, overLimitKw: 1 }],
    ['limits in order', { warningKw: 1, overLimitKw: 2 }],
    ['only a limit for warnings', { warningKw: 2 }],
    ['a limit for warnings and none above it', { warningKw: 2, overLimitKw: null }],
    ['only an upper limit', { overLimitKw: -1 }],
    ['an upper limit and none below it', { warningKw: null, overLimitKw: -1 }],
  ])('accepts %s', (_, limits) => {
    expect(faultsOf([{ id: 7, limits }])).toEqual([]);
  });

  it('accepts a meter that two areas list with the same fields in a different order', () => {
    const meters = [
      { pointCode: 'A', kind: 'interval' } as const,
      { kind: 'interval', pointCode: 'A' } as const,
    ];
    expect(faultsOf(meters.map((meter, index) => ({ id: index + 7, meters: [meter] })))).toEqual([]);
  });

  it.each<[string, AreaInput[], string]>([
    [
      'an id for which no area exists',
      [{ id: 7 }, { id: 2_147_483_647 }],
      'areas[1].id There is no area 2147483647. Omit the id to create an area.',
    ],
    ['an id twice', [{ id: 7 }, { id: 7 }], 'areas[1].id is also the id of an earlier area: 7'],
    [
      'a parent that is not in the set',
      [{ parentId: 9 }],
      'areas[0].parentId is not the id of an area in the set: 9',
    ],
    [
      'an unchanged parent that is not in the set',
      [{ id: 8 }],
      'areas[0].parentId is not the id of an area in the set: 7',
    ],
    [
      'a guessed id of a new parent',
      [{}, { parentId: 10 }],
      'areas[1].parentId is not the id of an area in the set: 10',
    ],
    [
      'a parent index at which there is no area',
      [{ parentIndex: 1 }],
      'areas[0].parentIndex The set has no area with the index 1.',
    ],
    ['an area in itself', [{ id: 7, parentId: 7 }], 'areas[0].parentId places the area within itself'],
    ['a new area in itself', [{ parentIndex: 0 }], 'areas[0].parentIndex places the area within itself'],
    [
      'a warning limit above the upper limit',
      [{ limits: { warningKw: 2, overLimitKw: 1 } }],
      'areas[0].limits.warningKw must not be higher than overLimitKw',
    ],
    [
      'a meter twice in an area',
      [{ meters: [{ pointCode: 'A' }, { pointCode: 'A' }] }],
      'areas[0].meters[1] is already listed in this area',
    ],
    [
      'a meter with different settings in two areas',
      [{ meters: [{ pointCode: 'A', multiplier: 1 }] }, { meters: [{ pointCode: 'A', multiplier: 2 }] }],
      'areas[1].meters[0] has different settings in another area',
    ],
  ])('reports %s', (_, areas, fault) => {
    expect(faultsOf(areas)).toEqual([fault]);
  });

  it('reports every area of a cycle, even the areas whose parent was not changed', () => {
    expect(faultsOf([{ id: 7, parentId: 8 }, { id: 8 }])).toHaveLength(2);
  });
});

describe('withIds', () => {
  it('assigns ids to new areas: each id is above the last assigned id and not in use', () => {
    const known = [
      { id: 3, parentId: null },
      { id: 10, parentId: null },
    ];
    expect(withIds([{}, { id: 3 }, {}], known, 9).map(({ id }) => id)).toEqual([11, 3, 12]);
  });
});
