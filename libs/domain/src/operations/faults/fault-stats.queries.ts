import { dialectSql, type AlertSeverity, FaultStatsSnapshotEntity, type FaultStatus } from '@app/entities';
import { type EntityManager, LessThan } from 'typeorm';

const ID = 1;

/** The figures of all faults with one status and severity. Instants are milliseconds since 1970. */
export interface FaultGroup {
  status: FaultStatus;
  severity: AlertSeverity;
  faults: number;
  resolved: number;
  /** The sum of the times from the report to the resolution. */
  repairMs: number;
  firstReportMs: number;
  lastReportMs: number;
}

/** Marks the snapshot as outdated. Call this last in the transaction, because others wait for the row. */
export async function markStatsOutdated(manager: EntityManager): Promise<void> {
  await manager.increment(FaultStatsSnapshotEntity, { id: ID }, 'changes', 1);
}

export function readSnapshot(manager: EntityManager): Promise<FaultStatsSnapshotEntity> {
  return manager.findOneByOrFail(FaultStatsSnapshotEntity, { id: ID });
}

/** Stores figures unless the row already has newer ones. */
export async function storeSnapshot(
  manager: EntityManager,
  figures: Partial<FaultStatsSnapshotEntity> & Pick<FaultStatsSnapshotEntity, 'countedChanges'>,
): Promise<void> {
  const isOlder = { id: ID, countedChanges: LessThan(figures.countedChanges) };
  await manager.update(FaultStatsSnapshotEntity, isOlder, figures);
}

/** Aggregates all faults in the database, in one scan. At most 20 groups are returned. */
export async function faultGroups(manager: EntityManager): Promise<FaultGroup[]> {
  const reported = dialectSql.instantMs('reported_at');
  const rows = await dialectSql.query<Record<keyof FaultGroup, string | number | null>>(
    manager,
    `SELECT status, severity, COUNT(*) AS faults, COUNT(resolved_at) AS resolved,
       SUM(${dialectSql.instantMs('resolved_at')} - ${reported}) AS "repairMs",
       MIN(${reported}) AS "firstReportMs", MAX(${reported}) AS "lastReportMs"
     FROM fault GROUP BY status, severity`,
  );
  return rows.map(({ status, severity, ...figures }) => ({
    status: status as FaultStatus,
    severity: severity as AlertSeverity,
    faults: Number(figures.faults),
    resolved: Number(figures.resolved),
    repairMs: Number(figures.repairMs ?? 0),
    firstReportMs: Number(figures.firstReportMs),
    lastReportMs: Number(figures.lastReportMs),
  }));
}
