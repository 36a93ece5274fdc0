import { nextRuns, readCron, type Schedule, writeCron } from './cron';

describe('A schedule', () => {
  it.each<[string, Schedule]>([
    ['30 7 * * *', { kind: 'daily', time: '07:30' }],
    ['0 18 * * 1', { kind: 'weekly', time: '18:00', weekday: 1 }],
    ['5 6 28 * *', { kind: 'monthly', time: '06:05', day: 28 }],
    ['*/15 8-17 * * 1-5', { kind: 'custom', cron: '*/15 8-17 * * 1-5' }],
    ['61 7 * * *', { kind: 'custom', cron: '61 7 * * *' }],
    ['0 7 1 * 1', { kind: 'custom', cron: '0 7 1 * 1' }],
    ['0 7 0 * *', { kind: 'custom', cron: '0 7 0 * *' }],
  ])('is read from %j and written as the same expression', (cron, schedule) => {
    expect(readCron(cron)).toEqual(schedule);
    expect(writeCron(schedule)).toBe(cron);
  });

  it('treats the weekday 7 as Sunday, as the server does', () => {
    expect(readCron('0 7 * * 7')).toEqual({ kind: 'weekly', time: '07:00', weekday: 0 });
  });

  it('computes its next runs in its time zone', () => {
    const [first = '', second = ''] = nextRuns('30 7 * * *', 'Asia/Kolkata', 2);
    expect(first).toMatch(/T02:00:00.000Z$/);
    expect(Date.parse(second) - Date.parse(first)).toBe(86_400_000);
  });

  it('has no next runs if its expression is not valid', () => {
    expect(nextRuns('every day', 'UTC', 3)).toEqual([]);
  });
});
