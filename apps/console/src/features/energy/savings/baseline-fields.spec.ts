import type { Baseline } from './baselines.queries';
import { fieldsOf, inputOf, NEW_FIELDS, newAdjustment } from './baseline-fields';

const ZONE = 'Europe/Berlin';
const INPUT = { name: 'Boiler', areaId: 3, energyType: 'gas', method: 'dailyChangePoint' } as const;
/** Midnight in Berlin, also after the end of the summer time. */
const STORED = {
  ...INPUT,
  id: 7,
  form: 'fiveParameter',
  from: '2023-06-30T22:00:00.000Z',
  to: '2024-06-30T22:00:00.000Z',
  reportingFrom: '2024-12-31T23:00:00.000Z',
  adjustments: [
    { from: '2025-01-10T07:30:00.000Z', to: '2025-01-20T16:00:00.000Z', kwhPerDay: -4.5, note: 'Closed' },
  ],
} as const satisfies Baseline;

describe('the fields of a baseline', () => {
  it('have dates of the time zone of the platform, whose last days are inclusive', () => {
    expect(fieldsOf(STORED, ZONE)).toMatchObject({
      ...INPUT,
      form: 'fiveParameter',
      from: '2023-07-01',
      last: '2024-06-30',
      reportingFrom: '2025-01-01',
      adjustments: [{ key: 0, from: '2025-01-10', last: '2025-01-20', kwhPerDay: -4.5, note: 'Closed' }],
    });
  });

  it('keep the instants of dates that are not changed', () => {
    const { id: _, ...input } = STORED;
    expect(inputOf(fieldsOf(STORED, ZONE), STORED, ZONE)).toEqual(input);
    const fields = fieldsOf(STORED, ZONE);
    const adjustments = fields.adjustments.map((row) => ({ ...row, last: '2025-01-31' }));
    expect(inputOf({ ...fields, from: '2023-07-02', adjustments }, STORED, ZONE)).toEqual({
      ...input,
      from: '2023-07-02',
      adjustments: [{ ...STORED.adjustments[0], to: '2025-02-01' }],
    });
  });

  it('of a new baseline are sent as dates with an exclusive end', () => {
    const row = newAdjustment([{ ...newAdjustment([]), key: 4 }]);
    expect(row.key).toBe(5);
    const dates = { from: '2024-01-01', last: '2024-12-31' };
    const adjustment = { ...row, ...dates, kwhPerDay: 12, note: ' Extension ' };
    const fields = { ...NEW_FIELDS, ...dates, name: ' Roof ', areaId: 1, reportingFrom: '2025-02-01' };
    expect(inputOf({ ...fields, adjustments: [adjustment] }, undefined, ZONE)).toEqual({
      name: 'Roof',
      areaId: 1,
      energyType: 'electricity',
      method: 'dailyChangePoint',
      form: null,
      from: '2024-01-01',
      to: '2025-01-01',
      reportingFrom: '2025-02-01',
      adjustments: [{ from: '2024-01-01', to: '2025-01-01', kwhPerDay: 12, note: 'Extension' }],
    });
  });
});
