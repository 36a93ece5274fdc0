import {
  dialectSql,
  FAULT_STATUSES,
  FaultEntity,
  type FaultStatus,
  type KeysetFilter,
  KeysetLines,
  type LineCell,
  type LinePage,
  PagedList,
  UNRESOLVED_FAULT_STATUSES,
} from '@app/entities';
import { ALERT_SEVERITIES, type AlertSeverity, type Page, type PageRequest } from '@app/kernel';
import type { EntityManager } from 'typeorm';

/** A fault without its relations. */
export type Fault = Omit<FaultEntity, 'object' | 'area' | 'assignee' | 'openKey'>;

export interface FaultFilter extends PageRequest {
  status?: FaultStatus;
  /** True for faults that are open or in progress, false for all others. */
  unresolved?: boolean;
  severity?: AlertSeverity;
  objectId?: number;
  areaId?: number;
  alertId?: number;
  assigneeId?: number;
}

const COLUMNS = [
  'id',
  'title',
  'description',
  'severity',
  'status',
  'objectId',
  'areaId',
  'alertId',
  'assigneeId',
  'rootCause',
  'reportedAt',
  'startedAt',
  'resolvedAt',
] as const;
const FAULTS = new PagedList(FaultEntity, { columns: COLUMNS, order: ['id'], direction: 'DESC' });

/** The matching faults, newest first. */
export function findFaults(
  manager: EntityManager,
  { page, after, limit, status, unresolved, severity, ...records }: FaultFilter,
): Promise<Page<Fault>> {
  const statuses = FAULT_STATUSES.filter((known) => {
    const isUnresolved = UNRESOLVED_FAULT_STATUSES.includes(known);
    return known === (status ?? known) && isUnresolved === (unresolved ?? isUnresolved);
  });
  if (statuses.length === 0) return Promise.resolve({ items: [], total: 0, exact: true });
  const isFiltered = [status, unresolved, severity, ...Object.values(records)].some(
    (value) => value !== undefined,
  );
  // A missing filter becomes a list of all values of its column, so that one index serves all combinations of filters.
  const filtered = { ...records, status: statuses, severity: severity ?? ALERT_SEVERITIES };
  return FAULTS.read(manager, { page, after, limit }, isFiltered ? { equals: filtered } : {});
}

/** Reads all faults that were reported in a range as lines of a CSV file, oldest first. */
export function readFaultLines(
  manager: EntityManager,
  filter: KeysetFilter<FaultEntity>,
  cells: readonly LineCell<FaultEntity>[],
): AsyncGenerator<LinePage, void, void> {
  return new KeysetLines(FaultEntity, { at: 'reportedAt', id: 'id', cells }).read(manager, filter);
}

export function findFault(manager: EntityManager, id: number): Promise<Fault | null> {
  return manager.findOneBy(FaultEntity, { id });
}

/** Read the fault and lock it until the transaction ends. */
export function lockFault(manager: EntityManager, id: number): Promise<Fault | null> {
  return manager.findOne(FaultEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Returns true if the fault exists, and prevents its deletion until the transaction ends. */
export async function shareFault(manager: EntityManager, id: number): Promise<boolean> {
  const sql = `SELECT id FROM fault WHERE id = ? ${dialectSql.forShare}`;
  return (await dialectSql.query(manager, sql, [id])).length > 0;
}

/** Read the unresolved fault with this key, and lock it until the transaction ends. */
export function lockOpenFault(manager: EntityManager, openKey: string): Promise<Fault | null> {
  return manager.findOne(FaultEntity, { where: { openKey }, lock: { mode: 'pessimistic_write' } });
}

/** Insert the fault, or update it if it has an id. Without `openKey`, an update keeps the key. */
export async function saveFault(
  manager: EntityManager,
  fault: Omit<Fault, 'id'> & Pick<FaultEntity, 'openKey'> & { id?: number },
): Promise<Fault> {
  const { openKey: _key, ...saved } = await manager.save(manager.create(FaultEntity, fault));
  return saved;
}

/** Delete the fault. The database also deletes its comments. */
export async function deleteFault(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(FaultEntity, { id });
}
