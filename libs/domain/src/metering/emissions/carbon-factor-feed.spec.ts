import 'reflect-metadata';
import { readPublishedFactors } from './carbon-factor-feed';
import defaultSet from './default-carbon-factors.json';

const factor = {
  name: 'Grid',
  category: 'electricity',
  value: 0.2,
  unit: 'kgCO2e/kWh',
  source: 'A publisher',
  year: 2024,
  region: 'GB',
  scope: '2',
  validFrom: '2024-01-01',
  validTo: null,
};
const read = (...factors: unknown[]) => readPublishedFactors(JSON.stringify({ factors }), 'Europe/London');

describe('readPublishedFactors', () => {
  it('returns the factors and drops unknown fields', async () => {
    expect(
      await read({ ...factor, licence: 'OGL' }, { ...factor, category: 'diesel', unit: 'kg/l', scope: 1 }),
    ).toEqual([factor, { ...factor, category: 'diesel', unit: 'kg/l', scope: '1' }]);
  });

  it('treats a factor as valid forever if it has no end', async () => {
    const { validTo: _, ...open } = factor;
    expect(await read(open)).toEqual([factor]);
  });

  it('accepts the set of factors that is part of the product', async () => {
    expect(await read(...defaultSet.factors)).toEqual(defaultSet.factors);
  });

  it.each<[string, unknown[], string]>([
    ['an empty set', [], 'factors must be a list of 1 to 5000 factors'],
    ['a missing name', [{ ...factor, name: undefined }], 'factors[0].name'],
    ['a value that is text', [factor, { ...factor, value: '0.2' }], 'factors[1].value'],
    ['a negative value', [{ ...factor, value: -1 }], 'factors[0].value'],
    ['a year with a fraction', [{ ...factor, year: 2024.5 }], 'factors[0].year'],
    ['a date that does not exist', [{ ...factor, validFrom: '2024-02-30' }], 'factors[0].validFrom'],
    ['a unit that does not fit the energy type', [{ ...factor, unit: 'kgCO2e/m³' }], 'factors[0].unit'],
    ['an end before the beginning', [{ ...factor, validTo: '2023-12-31' }], 'factors[0].validTo'],
    [
      'two factors for the same time',
      [factor, { ...factor, scope: 'Scope 2', value: 0.3 }],
      'factors[1] is a second',
    ],
    ['a factor that is null', [null], 'factors[0].name'],
    ['a name that is a list', [{ ...factor, name: [[]] }], 'factors[0].name'],
    [
      'too many factors',
      Array.from({ length: 5001 }, () => factor),
      'factors must be a list of 1 to 5000 factors',
    ],
  ])('refuses %s', async (_, factors, message) => {
    await expect(async () => read(...factors)).rejects.toThrow(message);
  });

  it.each(['', 'null', '[]', '{}', '"factors"', '{"factors": 1}', '{"factors": {"length": 1}}'])(
    'refuses a text that is not a set of factors: "%s"',
    async (text) => {
      await expect(async () => readPublishedFactors(text, 'UTC')).rejects.toThrow(
        /^The factors are not usable/,
      );
    },
  );

  it('reports at most five faults', async () => {
    const wrong = { ...factor, value: -1 };
    await expect(async () => read(...Array.from({ length: 7 }, () => wrong))).rejects.toThrow(
      /; and 2 more\.$/,
    );
  });
});
