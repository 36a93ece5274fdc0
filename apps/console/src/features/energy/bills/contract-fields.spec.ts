import type { Contract } from './bills.queries';
import { fieldsOf, inputOf, NEW_FIELDS, newPart } from './contract-fields';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const STORED = {
  id: 7,
  name: 'Utility',
  areaId: 3,
  energyType: 'gas',
  currency: 'EUR',
  parts: [
    {
      energy: { pricePerKwh: 0.25 },
      demand: { basis: 'ratchet', ratchetShare: 0.07, floorKw: 30, contractKw: 60 },
    },
    {
      energy: {
        periods: [
          { days: [1, 5], from: '07:00', to: '20:00', pricePerKwh: 0.3 },
          { days: EVERY_DAY, from: '00:00', to: '24:00', pricePerKwh: 0.2 },
        ],
      },
      demand: { basis: 'month' },
    },
    { energy: { tiers: [{ upToKwh: 1000, pricePerKwh: 0.2 }, { pricePerKwh: 0.3 }] } },
    { energy: { series: 4 } },
  ].map(({ demand, ...part }, index) => ({
    ...part,
    ...(demand && { demand: { pricePerKw: 8.9, windowMinutes: 30, sliding: false, ...demand } }),
    validFrom: `2026-0${index + 1}-01`,
    standing: { perMonth: 42.5 },
    leviesPerKwh: 0.02,
    vatPercent: 19,
  })),
  supplierBills: [],
} as Contract;

describe('the fields of a contract', () => {
  it('are stored as they were read', () => {
    const { id: _, supplierBills: _bills, ...input } = STORED;
    expect(inputOf(fieldsOf(STORED))).toEqual(input);
    expect(fieldsOf(STORED).parts[0]).toMatchObject({ ratchetPercent: 7 });
  });

  it('cover all times if the stored periods cover the week without a period for all times', () => {
    const halves = ['00:00', '12:00', '24:00'];
    const periods = [0, 1].map((half) => ({
      days: EVERY_DAY,
      from: halves[half] ?? '',
      to: halves[half + 1] ?? '',
      pricePerKwh: half,
    }));
    const part = { validFrom: '2026-01-01', standing: { perMonth: 0 }, energy: { periods } };
    const contract = { ...STORED, parts: [{ ...part, leviesPerKwh: 0, vatPercent: 0 }] };
    expect(inputOf(fieldsOf(contract)).parts[0]?.energy).toEqual({
      periods: [...periods, { days: EVERY_DAY, from: '00:00', to: '24:00', pricePerKwh: 1 }],
    });
  });

  it('of a new part are those of the last one, except its date', () => {
    const { parts } = fieldsOf(STORED);
    expect(newPart(parts)).toEqual({ ...parts[3], key: 4, validFrom: '' });
    expect(NEW_FIELDS.parts).toMatchObject([{ key: 0, kind: 'single', basis: 'none' }]);
  });
});
