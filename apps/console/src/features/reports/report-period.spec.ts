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
  ])('%s, on a Wednesday in May, is %s to %s', (range, from, to) => {
    expect(spanOfRange(range, '2026-05-20')).toEqual({ from, to });
  });

  it('lastQuarter, in January, is in the year before', () => {
    expect(spanOfRange('lastQuarter', '2026-01-05')).toEqual({ from: '2025-10-01', to: '2026-01-01' });
  });
});
