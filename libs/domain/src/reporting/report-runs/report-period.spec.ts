import type { ReportRange } from '@app/entities';
import { reportPeriod } from './report-period';

describe('reportPeriod', () => {
  it.each<[ReportRange, string, string, string]>([
    ['yesterday', '2026-05-06T04:00:00Z', '2026-05-04T22:00:00Z', '2026-05-05T22:00:00Z'],
    // At local midnight, the date in UTC is still the previous day.
    ['yesterday', '2026-05-05T22:00:00Z', '2026-05-04T22:00:00Z', '2026-05-05T22:00:00Z'],
    ['yesterday', '2026-05-05T21:59:59Z', '2026-05-03T22:00:00Z', '2026-05-04T22:00:00Z'],
    // Days of 23 and of 25 hours.
    ['yesterday', '2026-03-30T04:00:00Z', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    ['yesterday', '2026-10-26T04:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
    ['last7Days', '2026-03-31T04:00:00Z', '2026-03-23T23:00:00Z', '2026-03-30T22:00:00Z'],
    ['last30Days', '2026-05-06T04:00:00Z', '2026-04-05T22:00:00Z', '2026-05-05T22:00:00Z'],
    ['lastWeek', '2026-05-04T04:00:00Z', '2026-04-26T22:00:00Z', '2026-05-03T22:00:00Z'],
    ['lastWeek', '2026-05-10T04:00:00Z', '2026-04-26T22:00:00Z', '2026-05-03T22:00:00Z'],
    ['lastMonth', '2026-03-31T04:00:00Z', '2026-01-31T23:00:00Z', '2026-02-28T23:00:00Z'],
    ['lastMonth', '2026-01-01T04:00:00Z', '2025-11-30T23:00:00Z', '2025-12-31T23:00:00Z'],
    ['lastQuarter', '2026-05-31T04:00:00Z', '2025-12-31T23:00:00Z', '2026-03-31T22:00:00Z'],
    ['lastQuarter', '2026-01-01T04:00:00Z', '2025-09-30T22:00:00Z', '2025-12-31T23:00:00Z'],
    ['lastYear', '2028-02-29T04:00:00Z', '2026-12-31T23:00:00Z', '2027-12-31T23:00:00Z'],
  ])('returns the period %s of a report that is due at %s', (range, at, from, to) => {
    const { fromMs, toMs } = reportPeriod(range, Date.parse(at), 'Europe/Berlin');
    expect([fromMs, toMs]).toEqual([Date.parse(from), Date.parse(to)]);
  });
});
