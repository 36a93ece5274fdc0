import type { CarbonFactorRecord } from '@app/entities';
import { factorSchedule, validity } from './factor-schedule';
import { powerToKg, scaledByPower } from './emission-units';
import { isScopeOf } from './factor-scopes';

const ZONE = 'Europe/London';
const CHOICE = { region: 'GB', scope: null };

const aFactor = (overrides: Partial<CarbonFactorRecord> = {}): CarbonFactorRecord => ({
  name: 'Grid',
  category: 'electricity',
  value: 0.2,
  unit: 'kgCO2e/kWh',
  source: 'test',
  year: 2024,
  region: 'GB',
  scope: '2',
  validFrom: null,
  validTo: null,
  ...overrides,
});

function valuesOf(
  factors: CarbonFactorRecord[],
  from: string,
  to: string,
  choice: { region: string; scope: string | null } = CHOICE,
) {
  const schedule = factorSchedule(factors, 'electricity', choice, ZONE);
  return schedule.spans({ startMs: Date.parse(from), endMs: Date.parse(to) }).map(({ startMs, rate }) => {
    const value = rate === null ? undefined : schedule.rates[rate];
    return [new Date(startMs).toISOString(), value ? Number(`${value.digits}e-${value.scale}`) : null];
  });
}

describe('factorSchedule', () => {
  it('includes the last day of a factor, by the local calendar', () => {
    const factors = [aFactor({ validFrom: '2024-06-01', validTo: '2024-06-30' })];
    expect(valuesOf(factors, '2024-01-01T00:00Z', '2025-01-01T00:00Z')).toEqual([
      ['2024-01-01T00:00:00.000Z', null],
      ['2024-05-31T23:00:00.000Z', 0.2],
      ['2024-06-30T23:00:00.000Z', null],
    ]);
  });

  it('returns the factors that have a rate and are valid in a part of the range', () => {
    const factors = [
      aFactor({ name: 'first', validTo: '2024-01-31' }),
      aFactor({ name: 'second', validFrom: '2024-02-01', validTo: '2024-02-29' }),
      aFactor({ name: 'other rate', value: 0.9, validFrom: '2024-03-01' }),
    ];
    const { factorsOf, rates } = factorSchedule(factors, 'electricity', CHOICE, ZONE);
    const namesOf = (rate: number, from: string, to: string) =>
      factorsOf(rate, { startMs: Date.parse(from), endMs: Date.parse(to) }).map(({ name }) => name);
    expect(rates).toHaveLength(2);
    expect(namesOf(0, '2024-01-10T00:00Z', '2024-01-20T00:00Z')).toEqual(['first']);
    expect(namesOf(0, '2024-01-31T23:00Z', '2024-02-01T00:00Z')).toEqual(['first']);
    expect(namesOf(0, '2024-02-01T00:00Z', '2024-03-01T00:00Z')).toEqual(['second']);
    expect(namesOf(0, '2024-01-20T00:00Z', '2024-04-01T00:00Z')).toEqual(['second', 'first']);
    expect(namesOf(1, '2024-01-20T00:00Z', '2024-04-01T00:00Z')).toEqual(['other rate']);
    expect(namesOf(1, '2024-01-20T00:00Z', '2024-03-01T00:00Z')).toEqual([]);
  });

  it('divides a range without gaps, and ignores factors that begin or end outside of it', () => {
    const factors = [
      aFactor({ value: 0.1, validFrom: '2024-01-01T00:00Z', validTo: '2024-02-01T00:00Z' }),
      aFactor({ value: 0.2, validFrom: '2024-02-01T00:00Z', validTo: '2024-03-01T00:00Z' }),
      aFactor({ value: 0.3, validFrom: '2024-03-01T00:00Z', validTo: '2024-04-01T00:00Z' }),
      aFactor({ value: 0.4, validFrom: '2024-04-01T00:00Z', validTo: '2024-05-01T00:00Z' }),
    ];
    const [startMs, february, march, endMs] = ['01-10', '02-01', '03-01', '03-20'].map((date) =>
      Date.parse(`2024-${date}T00:00Z`),
    );
    const range = { startMs: startMs ?? 0, endMs: endMs ?? 0 };
    expect(factorSchedule(factors, 'electricity', CHOICE, ZONE).spans(range)).toEqual([
      { startMs, endMs: february, rate: 0 },
      { startMs: february, endMs: march, rate: 1 },
      { startMs: march, endMs, rate: 2 },
    ]);
  });

  it('does not apply a factor at the instant at which the factor ends', () => {
    expect(validity(aFactor({ validTo: '2024-06-30T12:00:00Z' }), ZONE)).toEqual({
      startMs: Number.NEGATIVE_INFINITY,
      endMs: Date.parse('2024-06-30T12:00Z'),
    });
  });

  it('prefers the factor with the latest beginning, regardless of the order of the factors', () => {
    const factors = [
      aFactor({ value: 0.1, validFrom: '2024-02-01T00:00Z' }),
      aFactor({ value: 0.3, validFrom: '2024-03-01T00:00Z', validTo: '2024-04-01T00:00Z' }),
      aFactor({ value: 0.2 }),
    ];
    const expected = [
      ['2024-01-01T00:00:00.000Z', 0.2],
      ['2024-02-01T00:00:00.000Z', 0.1],
      ['2024-03-01T00:00:00.000Z', 0.3],
      ['2024-04-01T00:00:00.000Z', 0.1],
    ];
    expect(valuesOf(factors, '2024-01-01T00:00Z', '2025-01-01T00:00Z')).toEqual(expected);
    expect(valuesOf(factors.toReversed(), '2024-01-01T00:00Z', '2025-01-01T00:00Z')).toEqual(expected);
  });

  it.each<[string, Partial<CarbonFactorRecord>]>([
    ['another category', { category: 'gas' }],
    ['another region', { region: 'FR' }],
    ['another scope', { scope: '3' }],
    ['a unit that does not fit', { unit: 'kgCO2e/km' }],
  ])('ignores factors with %s', (_, fields) => {
    expect(valuesOf([aFactor(fields)], '2024-01-01T00:00Z', '2024-01-02T00:00Z')).toEqual([
      ['2024-01-01T00:00:00.000Z', null],
    ]);
  });

  it('uses the configured region and scope, regardless of the notation of the scope', () => {
    const factors = [aFactor(), aFactor({ value: 0.07, region: 'FR', scope: 'Scope 3' })];
    const range = ['2024-01-01T00:00Z', '2024-01-02T00:00Z'] as const;
    expect(valuesOf(factors, ...range, { region: 'FR', scope: 'scope3' })[0]?.[1]).toBe(0.07);
  });

  it('converts factors to kg per kWh', () => {
    expect(
      valuesOf(
        [aFactor({ value: 207.07, unit: 'gCO2e/kWh' })],
        '2024-01-01T00:00Z',
        '2024-01-02T00:00Z',
      )[0]?.[1],
    ).toBe(0.207_07);
  });
});

describe('powerToKg', () => {
  it.each([
    ['kgCO2e/kWh', 'electricity', 0],
    [' KGCO2E / KWH ', 'electricity', 0],
    ['gCO2e/kWh', 'gas', -3],
    ['tCO2e/MWh', 'heating', 0],
    ['t CO2 per GWh', 'cooling', -3],
    ['kg/kilowatt hour', 'electricity', 0],
    ['kgCO2e/m³', 'water', 0],
    ['kg CO2e / litre', 'water', 3],
    ['kgCO2e/m³', 'gas', null],
    ['kgCO2e/kWh', 'water', null],
    ['lb/MWh', 'electricity', null],
    ['', 'electricity', null],
  ] as const)(
    'returns the power of ten that converts factors in the unit %s for the energy type %s to kg: %p',
    (unit, energyType, expected) => {
      expect(powerToKg(unit, energyType)).toBe(expected);
    },
  );
});

describe('scaledByPower', () => {
  it.each([
    ['2', { digits: 2n, scale: 0 }, -3, { digits: 2n, scale: 3 }],
    ['2.5', { digits: 25n, scale: 1 }, 0, { digits: 25n, scale: 1 }],
    ['2.5', { digits: 25n, scale: 1 }, 1, { digits: 25n, scale: 0 }],
    ['2.5', { digits: 25n, scale: 1 }, 3, { digits: 2500n, scale: 0 }],
    ['2', { digits: 2n, scale: 0 }, 3, { digits: 2000n, scale: 0 }],
  ])('multiplies %s (%p) by 10 to the power of %i', (_, decimal, power, expected) => {
    expect(scaledByPower(decimal, power)).toEqual(expected);
  });
});

describe('isScopeOf', () => {
  it.each([
    ['electricity', null, 'Scope 2', true],
    ['gas', null, 'Scope1', true],
    ['water', null, '3', true],
    ['gas', null, '2', false],
    ['gas', '2', 'scope 2', true],
    ['electricity', 'location-based', 'Location-based', true],
  ] as const)(
    'decides whether a factor applies: energy type %s, configured scope %p, scope of the factor %s: %p',
    (energyType, configured, scope, expected) => {
      expect(isScopeOf(energyType, configured, scope)).toBe(expected);
    },
  );
});
