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

  it.each<[string, AreaInput['limits']]>([
    ['no limits', undefined],
    ['equal limits', { warningKw: 1, overLimitKw: 1 }],
    ['limits in order', { warningKw: 1, overLimitKw: 2 }],
    ['only a limit for warnings', { warningKw: 2 }],
    ['a limit for warnings and none above it', { warningKw: 2, overLimitKw: null }],
    ['only an upper limit', { overLimitKw: -1 }],
    ['an upper limit and none below it', { warningKw: null, overLimitKw: -1 }],
  ])('accepts %s', (_, limits) => {
    expect(faultsOf([{ id: 1, limits }])).toEqual([]);
  });

  it('ignores the order in which the fields of a meter are sent', () => {
    const meters = [
      { pointCode: 'A', kind: 'interval' } as const,
      { kind: 'interval', pointCode: 'A' } as const,
    ];
    expect(faultsOf(meters.map((meter, index) => ({ id: index + 1, meters: [meter] })))).toEqual([]);
  });

  it('names a missing parent once, not for the areas below it', () => {
    expect(
      faultsOf([
        { id: 1, parentId: 9 },
        { id: 2, parentId: 1 },
      ]),
    ).toEqual(['areas[0].parentId names no area of the set: 9']);
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
