import { energyUnit, HOUR_MS, judgedPowerKw, type MeterArithmetic, QUARTER_MS } from './meter-arithmetic';

describe('energyUnit', () => {
  it.each([
    ['water', 'm³'],
    ['electricity', 'kWh'],
    ['gas', 'kWh'],
  ] as const)('returns the unit of the energy type %s: %s', (energyType, unit) => {
    expect(energyUnit(energyType)).toBe(unit);
  });
});

describe('judgedPowerKw', () => {
  it.each([
    ['a quarter of an hour if the step and the interval are shorter', 60, 60_000, 48],
    ['the step if it is the longest', 60, HOUR_MS, 12],
    ['the interval if it is the longest', 7200, QUARTER_MS, 6],
  ])('averages 12 kWh over %s', (_, intervalSeconds, lengthMs, powerKw) => {
    const meter: MeterArithmetic = {
      kind: 'cumulative',
      multiplier: 1,
      intervalSeconds,
      stampedAt: 'start',
      registerMax: null,
      maxPowerKw: null,
    };
    expect(judgedPowerKw(meter, 12_000_000, lengthMs)).toBe(powerKw);
  });
});
