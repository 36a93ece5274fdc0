import { type Range, spanOfRange } from './report-period';

describe('The period of a report', () => {
  it.each<[Range, string, string]>([
    ['yesterday', '2026-05-19', '2026-05-20'],
    ['last7Days', '2026-05-13', '2026-05-20'],
    ['last30Days', '2026-04-20', '2026-05-20'],
    ['lastWeek', '2026-05-11', '2026-05-18'],
    ['lastMonth', '2026-04-01', '2026-05-01'],
    ['lastQuarter', '2026-01-01', '2026-04-01'],
    ['lastYear', '2025-01-01', '2026-01-01'],
  ])('of the choice %s, on Wednesday 20 May 2026, is %s to %s', (range, from, to) => {
    expect(spanOfRange(range, '2026-05-20')).toEqual({ from, to });
  });

  it('of the choice lastQuarter, on a day in January, is the last quarter of the previous year', () => {
    expect(spanOfRange('lastQuarter', '2026-01-05')).toEqual({ from: '2025-10-01', to: '2026-01-01' });
  });
});
