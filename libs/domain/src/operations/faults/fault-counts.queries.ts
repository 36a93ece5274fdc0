import {
  dialectSql,
  FAULT_COUNT_SHARDS,
  FaultCountEntity,
  type FaultStatus,
  UNRESOLVED_FAULT_STATUSES,
} from '@app/entities';
import type { AlertSeverity } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';
import type { Fault } from './faults.queries';

/** All faults with one status and severity. */
export interface FaultGroup {
  status: FaultStatus;
  severity: AlertSeverity;
  faults: number;
  /** The sum of the times from the report to the resolution; 0 if the faults are not resolved. */
  repairMs: number;
}

/** The times of the first and the last report; null if there are no faults. */
export interface ReportBounds {
  first: Date | null;
  last: Date | null;
}

export interface FaultCounts {
  groups: FaultGroup[];
  bounds: ReportBounds;
  /** The time of the last change of a count. */
  updatedAt: Date;
}

interface CountRow {
  status: FaultStatus;
  severity: AlertSeverity;
  /** Both drivers return sums as text. */
  faults: string;
  repairMs: string;
  updatedAt: Date;
  firstReportAt: Date | null;
  lastReportAt: Date | null;
}

/** The fields of a fault on which the counts depend. */
export type CountedFault = Pick<Fault, 'id' | 'status' | 'severity' | 'reportedAt' | 'resolvedAt'>;

/**
 * Updates the counts after a change of one fault. Call this last in the transaction, because it locks rows for which
 * other transactions may wait.
 * @param before null if the fault was created
 * @param after null if the fault was deleted
 * @returns whether the change affects the counts
 */
export async function countFaultChange(
  manager: EntityManager,
  before: CountedFault | null,
  after: CountedFault | null,
  now: Date,
): Promise<boolean> {
  if (before && after && before.status === after.status && before.severity === after.severity) return false;
  const steps = [before && { fault: before, sign: -1 }, after && { fault: after, sign: 1 }]
    .filter((step) => step !== null)
    // All transactions lock the rows in the same order, so that they do not deadlock.
    .toSorted((one, other) => (groupOf(one.fault) < groupOf(other.fault) ? -1 : 1));
  for (const { fault, sign } of steps) await add(manager, fault, sign, now);
  return true;
}

/**
 * Reads the counts of all faults, added up over the shards, and the times of the first and last report. A single
 * statement reads both, so they are consistent. The cost does not depend on the number of faults: each time is read
 * from one end of an index.
 */
export async function readFaultCounts(manager: EntityManager): Promise<FaultCounts> {
  const rows = await dialectSql.query<CountRow>(
    manager,
    `SELECT status, severity, SUM(faults) AS faults, SUM(repair_ms) AS "repairMs", MAX(updated_at) AS "updatedAt",
       (SELECT MIN(reported_at) FROM fault) AS "firstReportAt",
       (SELECT MAX(reported_at) FROM fault) AS "lastReportAt"
     FROM fault_count GROUP BY status, severity`,
  );
  const [row] = rows;
  if (!row) throw new Error('The table fault_count has no rows. A migration creates them.');
  return {
    groups: rows.map(({ status, severity, faults, repairMs }) => ({
      status,
      severity,
      faults: Number(faults),
      repairMs: Number(repairMs),
    })),
    bounds: { first: row.firstReportAt, last: row.lastReportAt },
    updatedAt: new Date(Math.max(...rows.map(({ updatedAt }) => updatedAt.getTime()))),
  };
}

/** The number of faults that are open or in progress. The cost does not depend on this number. */
export async function countOpenFaults(manager: EntityManager): Promise<number> {
  return (await manager.sum(FaultCountEntity, 'faults', { status: In(UNRESOLVED_FAULT_STATUSES) })) ?? 0;
}

async function add(manager: EntityManager, fault: CountedFault, sign: number, now: Date): Promise<void> {
  const { id, status, severity, reportedAt, resolvedAt } = fault;
  const repairMs = resolvedAt === null ? 0 : resolvedAt.getTime() - reportedAt.getTime();
  // Keep the later time, because the clocks of the processes differ.
  const changed = await dialectSql.change(
    manager,
    `UPDATE fault_count SET faults = faults + ?, repair_ms = repair_ms + ?, updated_at = GREATEST(updated_at, ?)
     WHERE shard = ? AND status = ? AND severity = ?`,
    [sign, sign * repairMs, now, id % FAULT_COUNT_SHARDS, status, severity],
  );
  if (changed !== 1)
    throw new Error(
      `The table fault_count has no row for the status ${status} and the severity ${severity}.`,
    );
}

function groupOf({ status, severity }: CountedFault): string {
  return `${status} ${severity}`;
}
