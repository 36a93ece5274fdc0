import type { Area } from '../../../api/areas';
import { editedOf, kindsOf, newMeter, ownErrors, writtenOf } from './edited-area';

const ZONE = 'Europe/Berlin';

const METER: Area['meters'][number] = {
  pointCode: 'MAIN.KWH',
  energyType: 'electricity',
  kind: 'cumulative',
  multiplier: 0.1,
  since: '2026-03-01T10:30:00.000Z',
  intervalSeconds: 60,
  stampedAt: 'start',
  registerMax: 999_999,
  maxPowerKw: null,
  formula: null,
  implausible: { count: 0, lastAt: null },
  lastReadingAt: null,
  historyProgress: 1,
};

const AREA: Area = {
  id: 7,
  parentId: 1,
  name: 'East',
  sortOrder: 2,
  currentPower: null,
  energyToday: null,
  energyMonth: null,
  status: 'normal',
  lastReadingAt: null,
  limits: { warningKw: 20, overLimitKw: null },
  floorAreaM2: 850,
  use: 'Office',
  referenceKwhPerM2: null,
  builtYear: 1998,
  heatingBaseC: 15.5,
  coolingBaseC: null,
  meters: [METER],
};

const EDITED = editedOf(AREA, ZONE);

const storedMeter = (kind: 'power' | 'formula') => ({ ...newMeter([]), stored: { ...METER, kind } });

describe('An edited area', () => {
  it('is written as it was read if nothing was changed', () => {
    const { implausible: _, lastReadingAt: __, historyProgress: ___, formula: ____, ...settings } = METER;
    expect(writtenOf(EDITED, ZONE)).toEqual({
      name: 'East',
      parentId: 1,
      limits: AREA.limits,
      floorAreaM2: 850,
      use: 'Office',
      referenceKwhPerM2: null,
      builtYear: 1998,
      heatingBaseC: 15.5,
      coolingBaseC: null,
      meters: [settings],
    });
  });

  it('is written with the parts of a formula, and without the settings of readings', () => {
    const formula = [{ pointCode: 'MAIN.KWH', factor: -0.5 }];
    const meter = { ...METER, pointCode: 'REST', kind: 'formula' as const, formula };
    const [rest] = writtenOf(editedOf({ ...AREA, meters: [meter] }, ZONE), ZONE).meters ?? [];
    expect(rest).toEqual({ pointCode: 'REST', energyType: 'electricity', kind: 'formula', formula });
  });

  it('cannot make a stored meter a formula, or a formula another kind', () => {
    expect(kindsOf(storedMeter('power'))).toEqual(['cumulative', 'interval', 'power']);
    expect(kindsOf(storedMeter('formula'))).toEqual(['formula']);
    expect(kindsOf(newMeter([]))).toEqual(['cumulative', 'interval', 'power', 'formula']);
  });

  it('begins the history of a meter at a changed date', () => {
    const meters = EDITED.meters.map((meter) => ({ ...meter, since: '2025-01-01' }));
    expect(writtenOf({ ...EDITED, meters }, ZONE).meters).toMatchObject([{ since: '2025-01-01' }]);
  });

  it('leaves the beginning of a new meter to the API if no date is chosen', () => {
    const added = { ...newMeter(EDITED.meters), pointCode: ' NEW.KWH ' };
    const { meters } = writtenOf({ ...EDITED, meters: [...EDITED.meters, added] }, ZONE);
    expect(added.key).toBe(1);
    expect(meters?.[1]).toMatchObject({ pointCode: 'NEW.KWH', registerMax: null });
    expect(meters?.[1]).not.toHaveProperty('since');
  });

  it('gets the errors of its own fields', () => {
    const errors = {
      areas: 'wrong',
      'areas.3.limits.warningKw': 'too high',
      'areas.3.meters.0.pointCode': 'empty',
    };
    expect(ownErrors(errors)).toEqual({
      areas: 'wrong',
      warningKw: 'too high',
      'meters.0.pointCode': 'empty',
    });
  });
});
