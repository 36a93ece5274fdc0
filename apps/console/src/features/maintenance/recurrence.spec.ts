import { cronOf, planOf, timesBetween, USUAL_PLAN } from './recurrence';

describe('The plan of a calendar recurrence', () => {
  it.each([
    '30 7 * * 1',
    '0 8 * * 0',
    '0 8 15 * *',
    '5 22 1 1,4,7,10 *',
    '0 8 29 2 *',
    '*/15 8-17 * * 1-5',
    '0 8 1 * 1',
  ])('keeps the cron expression %s when it is read and written again', (cron) => {
    expect(cronOf(planOf(cron))).toBe(cron);
  });

  it.each([
    ['0 8 * * 0', { frequency: 'weekly', weekday: 7, time: '08:00' }],
    ['5 22 1 1,4,7,10 *', { frequency: 'quarterly', day: 1, time: '22:05' }],
    ['0 8 29 2 *', { frequency: 'yearly', day: 29, month: 2 }],
    ['0 8 * * *', { frequency: 'custom', cron: '0 8 * * *' }],
    ['0 8 1 * 1', { frequency: 'custom' }],
  ])('shows %s as %j', (cron, plan) => {
    expect(planOf(cron)).toMatchObject(plan);
  });

  it('has its times in the time zone of the platform, also across a clock change', () => {
    const range = {
      afterMs: Date.parse('2026-03-01T12:00Z'),
      beforeMs: Date.parse('2026-05-01T12:00Z'),
      most: 10,
    };
    const times = timesBetween({ cron: cronOf(USUAL_PLAN) }, 'Europe/Berlin', range);
    expect(times.map((at) => at.toISOString())).toEqual([
      '2026-04-01T06:00:00.000Z',
      '2026-05-01T06:00:00.000Z',
    ]);
  });

  it('has no times if the cron expression is not valid', () => {
    const range = { afterMs: 0, beforeMs: 1e12, most: 10 };
    expect(timesBetween({ cron: 'whenever' }, 'UTC', range)).toEqual([]);
  });
});
