import { FAULT_STATUSES } from '@app/entities';
import { ALERT_SEVERITIES } from '@app/kernel';
import fc from 'fast-check';
import { faultFigures } from './fault-figures';
import type { FaultGroup, ReportBounds } from './fault-counts.queries';

const HOUR_MS = 3_600_000;

interface Report {
  status: FaultGroup['status'];
  severity: FaultGroup['severity'];
  reportedMs: number;
  repairMs: number;
}

const reports = fc.array(
  fc.record<Report>({
    status: fc.constantFrom(...FAULT_STATUSES),
    severity: fc.constantFrom(...ALERT_SEVERITIES),
    reportedMs: fc.integer({ min: 0, max: 1e9 }),
    repairMs: fc.integer({ min: 0, max: 1e9 }),
  }),
  { maxLength: 20 },
);

/** Groups faults as the database does. */
function grouped(faults: readonly Report[]): FaultGroup[] {
  return FAULT_STATUSES.flatMap((status) =>
    ALERT_SEVERITIES.flatMap((severity) => {
      const some = faults.filter((fault) => fault.status === status && fault.severity === severity);
      const isDone = status === 'resolved' || status === 'closed';
      return some.length === 0
        ? []
        : [
            {
              status,
              severity,
              faults: some.length,
              repairMs: isDone ? some.reduce((sum, { repairMs }) => sum + repairMs, 0) : 0,
            },
          ];
    }),
  );
}

function boundsOf(faults: readonly Report[]): ReportBounds {
  const times = faults.map(({ reportedMs }) => reportedMs);
  if (times.length === 0) return { first: null, last: null };
  return { first: new Date(Math.min(...times)), last: new Date(Math.max(...times)) };
}

describe('faultFigures', () => {
  it('returns zero or null without faults', () => {
    expect(faultFigures([], boundsOf([]))).toEqual({
      total: 0,
      open: 0,
      inProgress: 0,
      resolved: 0,
      closed: 0,
      bySeverity: { critical: 0, major: 0, minor: 0, warning: 0, indeterminate: 0 },
      mttrMinutes: null,
      mtbfHours: null,
    });
  });

  it('returns the mean time between consecutive reports', () => {
    fc.assert(
      fc.property(reports, (faults) => {
        const times = faults.map(({ reportedMs }) => reportedMs).toSorted((one, other) => one - other);
        const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
        const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / HOUR_MS;
        const { mtbfHours } = faultFigures(grouped(faults), boundsOf(faults));
        expect(mtbfHours === null).toBe(gaps.length === 0);
        expect(mtbfHours ?? 0).toBeCloseTo(gaps.length === 0 ? 0 : mean, 2);
      }),
    );
  });

  it('returns the mean time to repair of the resolved and closed faults', () => {
    fc.assert(
      fc.property(reports, (faults) => {
        const done = faults.filter(({ status }) => status === 'resolved' || status === 'closed');
        const { mttrMinutes, total, open, inProgress, resolved, closed } = faultFigures(
          grouped(faults),
          boundsOf(faults),
        );
        const sumMs = done.reduce((sum, { repairMs }) => sum + repairMs, 0);
        expect(mttrMinutes === null).toBe(done.length === 0);
        expect(mttrMinutes ?? 0).toBeCloseTo(sumMs / Math.max(1, done.length) / 60_000, 2);
        expect([total, open + inProgress + resolved + closed]).toEqual([faults.length, faults.length]);
      }),
    );
  });
});
