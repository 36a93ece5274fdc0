import { energyUnit } from './meter-arithmetic';

describe('energyUnit', () => {
  it.each([
    ['water', 'm³'],
    ['electricity', 'kWh'],
    ['gas', 'kWh'],
  ] as const)('of %s is %s', (energyType, unit) => {
    expect(energyUnit(energyType)).toBe(unit);
  });
});
