import { degreeDayRows } from './degree-day-rows';

const JANUARY = '2026-01-01T00:00:00Z';
const degreeDays = (value: number | null, coverage = 1) => ({
  timestamp: JANUARY,
  value,
  coverage,
  baseC: 15,
});
const energy = (value: number | null, coverage = 1) => ({
  timestamp: JANUARY,
  value,
  coverage,
  unit: 'kWh',
});

describe('degreeDayRows', () => {
  it('divide the energy by the heating degree days of the same month', () => {
    const [heating, cooling, ofJanuary] = [degreeDays(400), degreeDays(0), energy(1200)];
    const ofFebruary = { ...energy(900), timestamp: '2026-02-01T00:00:00Z' };
    expect(degreeDayRows([heating], [cooling], [ofFebruary, ofJanuary])).toEqual([
      { timestamp: JANUARY, heating, cooling, energy: ofJanuary, energyPerHeating: 3 },
    ]);
  });

  it.each([
    ['is not known', degreeDays(400), []],
    ['was not measured', degreeDays(400), [energy(null, 0)]],
    ['has gaps', degreeDays(400), [energy(1200, 0.9)]],
    ['belongs to temperatures with gaps', degreeDays(400, 0.9), [energy(1200)]],
    ['belongs to no temperature', degreeDays(null, 0), [energy(1200)]],
    ['belongs to warm days', degreeDays(0.9), [energy(1200)]],
  ])('divide no energy that %s', (_, heating, energies) => {
    expect(degreeDayRows([heating], [], energies)).toMatchObject([{ energyPerHeating: null }]);
  });
});
