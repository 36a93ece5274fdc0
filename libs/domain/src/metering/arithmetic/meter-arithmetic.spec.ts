import { energyUnit } from './meter-arithmetic';

describe('energyUnit', () => {
  it.each([
    ['water', 'm³'],
    ['electricity', 'kWh'],
    ['gas', 'kWh'],
  ] as const)('returns the unit of the energy type %s: %s', (energyType, unit) => {
    expect(energyUnit(energyType)).toBe(unit);
  });
});
