import type { FaultStatus } from '@app/entities';
import { ALERT_SEVERITIES, type AlertSeverity } from '@app/kernel';
import type { FaultGroup, ReportBounds } from './fault-counts.queries';

export interface FaultFigures {
  total: number;
  open: number;
  inProgress: number;
  resolved: number;
  closed: number;
  bySeverity: Record<AlertSeverity, number>;
  /** The mean time from the report to the resolution; null if no fault is resolved or closed. */
  mttrMinutes: number | null;
  /** The mean time between consecutive reports; null if there are fewer than two faults. */
  mtbfHours: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Computes the figures from groups of faults. The mean time between reports is the time from the first to the last
 * report, divided by the number of reports minus one, so single faults are not needed.
 */
export function faultFigures(groups: readonly FaultGroup[], { first, last }: ReportBounds): FaultFigures {
  const total = sum(groups, ({ faults }) => faults);
  const withStatus = (wanted: FaultStatus) =>
    sum(groups, ({ status, faults }) => (status === wanted ? faults : 0));
  const bySeverity = ALERT_SEVERITIES.map((wanted) => [
    wanted,
    sum(groups, ({ severity, faults }) => (severity === wanted ? faults : 0)),
  ]);
  const resolved = withStatus('resolved');
  const closed = withStatus('closed');
  const repaired = resolved + closed;
  const repairMs = sum(groups, (group) => group.repairMs);
  const spanMs = (last?.getTime() ?? 0) - (first?.getTime() ?? 0);
  return {
    total,
    open: withStatus('open'),
    inProgress: withStatus('in_progress'),
    resolved,
    closed,
    bySeverity: Object.fromEntries(bySeverity) as Record<AlertSeverity, number>,
    mttrMinutes: repaired === 0 ? null : rounded(repairMs / repaired / MINUTE_MS),
    mtbfHours: total < 2 ? null : rounded(spanMs / (total - 1) / HOUR_MS),
  };
}

function sum(groups: readonly FaultGroup[], figure: (group: FaultGroup) => number): number {
  return groups.reduce((total, group) => total + figure(group), 0);
}

/** Rounds to three decimals. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
