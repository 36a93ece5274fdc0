import { rangesOf, repeated, rowsOf, weeklyOf, without } from './exceptions';

const closed = (date: string, name: string | null = null) => ({
  date,
  name,
  kind: 'closed' as const,
  from: null,
  to: null,
});

describe('rangesOf', () => {
  it('joins equal exceptions on consecutive dates, and keeps their positions in the list', () => {
    const exceptions = [
      closed('2026-12-25', 'Winter'),
      closed('2026-05-01', 'May Day'),
      closed('2026-12-24', 'Winter'),
    ];
    expect(rangesOf(exceptions)).toEqual([
      expect.objectContaining({ first: '2026-05-01', last: '2026-05-01', indices: [1] }),
      expect.objectContaining({ first: '2026-12-24', last: '2026-12-25', indices: [2, 0] }),
    ]);
  });

  it('does not join exceptions with different names', () => {
    expect(rangesOf([closed('2026-12-24', 'Eve'), closed('2026-12-25', 'Day')])).toHaveLength(2);
  });
});

describe('repeated', () => {
  it('returns an exception for each date of a range that crosses the end of a month', () => {
    expect(repeated(closed('2026-02-27'), '2026-03-02').map(({ date }) => date)).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
  });
});

describe('without', () => {
  it('removes only exceptions that equal a given exception in all fields', () => {
    const kept = closed('2026-12-25', 'Other');
    expect(without([closed('2026-12-25'), kept], [closed('2026-12-25')])).toEqual([kept]);
  });
});

describe('rows of weekly hours', () => {
  it('combine the days with the same hours, and are converted back in the order of the week', () => {
    const weekly = [
      { day: 1, from: '08:00', to: '18:00' },
      { day: 6, from: '08:00', to: '24:00' },
      { day: 2, from: '08:00', to: '18:00' },
    ];
    const rows = rowsOf(weekly);
    expect(rows).toEqual([
      { key: 0, days: [1, 2], from: '08:00', to: '18:00' },
      { key: 1, days: [6], from: '08:00', to: '24:00' },
    ]);
    expect(weeklyOf(rows)).toEqual([
      { day: 1, from: '08:00', to: '18:00' },
      { day: 2, from: '08:00', to: '18:00' },
      { day: 6, from: '08:00', to: '24:00' },
    ]);
  });
});
