import { exportInput } from './export-input';

describe('The input of an export', () => {
  const values = {
    from: '2026-03-01',
    last: '2026-03-31',
    areaId: 2,
    energyType: null,
    interval: 'day',
    severity: 'major',
    status: null,
  } as const;

  it('includes the last day and the filters for energy', () => {
    expect(exportInput({ type: 'energy', ...values })).toEqual({
      type: 'energy',
      from: '2026-03-01',
      to: '2026-04-01',
      filters: { areaId: 2, interval: 'day' },
    });
  });

  it('includes the filters for alerts', () => {
    expect(exportInput({ type: 'alarms', ...values }).filters).toEqual({ areaId: 2, severity: 'major' });
  });
});
