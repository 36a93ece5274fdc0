import {
  ALERT_SEVERITIES,
  type AlertSeverity,
  type FaultStatsSnapshotEntity,
  type FaultStatus,
} from '@app/entities';
import type { FaultGroup } from './fault-stats.queries';

export type FaultFigures = Omit<FaultStatsSnapshotEntity, 'id' | 'updatedAt' | 'changes' | 'countedChanges'>;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Combines the groups of faults. The mean time between consecutive reports is the time from the first to the last
 * report, divided by their number less one, so single faults are not needed.
 */
export function faultFigures(groups: readonly FaultGroup[]): FaultFigures {
  const total = sum(groups, ({ faults }) => faults);
  const withStatus = (wanted: FaultStatus) =>
    sum(groups, ({ status, faults }) => (status === wanted ? faults : 0));
  const bySeverity = ALERT_SEVERITIES.map((wanted) => [
    wanted,
    sum(groups, ({ severity, faults }) => (severity === wanted ? faults : 0)),
  ]);
  const resolved = sum(groups, (group) => group.resolved);
  const repairMs = sum(groups, (group) => group.repairMs);
  const firstMs = Math.min(...groups.map(({ firstReportMs }) => firstReportMs));
  const lastMs = Math.max(...groups.map(({ lastReportMs }) => lastReportMs));
  return {
    total,
    open: withStatus('open'),
    inProgress: withStatus('in_progress'),
    resolved: withStatus('resolved'),
    closed: withStatus('closed'),
    bySeverity: Object.fromEntries(bySeverity) as Record<AlertSeverity, number>,
    mttrMinutes: resolved === 0 ? null : rounded(repairMs / resolved / MINUTE_MS),
    mtbfHours: total < 2 ? null : rounded((lastMs - firstMs) / (total - 1) / HOUR_MS),
  };
}

function sum(groups: readonly FaultGroup[], figure: (group: FaultGroup) => number): number {
  return groups.reduce((total, group) => total + figure(group), 0);
}

/** Three decimals. */
function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
