import { type EditedVersion, editedOf, type Tariff, versionsOf, writtenOf } from './tariff-versions';

const TARIFF: Tariff = {
  currency: 'EUR',
  default: 0.21,
  periods: [{ days: [1, 2], from: '07:00', to: '20:00', pricePerKwh: 0.32 }],
};
const LATER: Tariff = { ...TARIFF, validFrom: '2026-07-01' };

describe('The prices of an energy type', () => {
  it('stay the same if the form is saved without a change', () => {
    expect(writtenOf(editedOf(versionsOf([TARIFF, LATER])))).toEqual([TARIFF, LATER]);
    expect(writtenOf(editedOf(versionsOf(TARIFF)))).toEqual([TARIFF]);
    expect(versionsOf(undefined)).toEqual([]);
  });

  it.each<[string, Partial<EditedVersion>]>([
    ['a price', { price: '' }],
    ['the date of a later price', { validFrom: '' }],
    ['the days of a period', { periods: [{ key: 0, days: [], from: '07:00', to: '20:00', price: 1 }] }],
    ['a time', { periods: [{ key: 0, days: [1], from: '', to: '20:00', price: 1 }] }],
  ])('are incomplete without %s', (_, changes) => {
    const [first, second] = editedOf([TARIFF, LATER]);
    const changed = { ...second, ...changes } as EditedVersion;
    expect(writtenOf([first as EditedVersion, changed])).toBeNull();
  });
});
