import { energySiteOf } from './energy-site';

describe('energySiteOf', () => {
  it('reads areas with their parents, and the meters of each area', () => {
    const site = energySiteOf({
      areas: '1,;2,1;3,1',
      meters: '2,7,electricity,cumulative,Europe/London;3,8,gas,interval,;2,9,water,power,UTC',
    });
    expect(site.areas).toEqual([
      { id: 1, parentId: null },
      { id: 2, parentId: 1 },
      { id: 3, parentId: 1 },
    ]);
    expect([...site.metersByArea]).toEqual([
      [
        2,
        [
          { id: 7, energyType: 'electricity', kind: 'cumulative', daysZone: 'Europe/London' },
          { id: 9, energyType: 'water', kind: 'power', daysZone: 'UTC' },
        ],
      ],
      [3, [{ id: 8, energyType: 'gas', kind: 'interval', daysZone: null }]],
    ]);
  });

  it('returns the same object for a meter that belongs to several areas', () => {
    const { metersByArea } = energySiteOf({ areas: '', meters: '1,7,gas,power,;2,7,gas,power,' });
    expect(metersByArea.get(1)?.[0]).toBe(metersByArea.get(2)?.[0]);
  });

  it('returns an empty site for empty texts', () => {
    expect(energySiteOf({ areas: '', meters: '' })).toEqual({ areas: [], metersByArea: new Map() });
  });
});
