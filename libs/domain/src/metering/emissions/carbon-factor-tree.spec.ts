import { carbonFactorTree } from './carbon-factor-tree';

const aFactor = (category: string, value: number) => ({
  name: `Factor ${value}`,
  category,
  value,
  unit: 'kgCO2e/kWh',
  source: 'A publisher',
  year: 2024,
  region: 'GB',
  scope: '2',
  validFrom: null,
  validTo: '2024-12-31',
});

describe('carbonFactorTree', () => {
  it('groups factors by category, and keeps the order of categories and factors', () => {
    const { category: _, ...gas } = aFactor('gas', 1);
    const { category: _same, ...first } = aFactor('electricity', 2);
    const { category: _too, ...second } = aFactor('electricity', 3);
    const unknown = {
      value: null,
      unit: null,
      source: null,
      year: null,
      region: null,
      scope: null,
      validFrom: null,
      validTo: null,
    };
    const factors = [aFactor('electricity', 2), aFactor('gas', 1), aFactor('electricity', 3)];
    expect(carbonFactorTree(factors)).toEqual([
      {
        ...unknown,
        id: 'electricity',
        name: 'electricity',
        children: [
          { ...first, id: 'electricity/1', children: [] },
          { ...second, id: 'electricity/2', children: [] },
        ],
      },
      { ...unknown, id: 'gas', name: 'gas', children: [{ ...gas, id: 'gas/1', children: [] }] },
    ]);
  });
});
