import {
  dialectSql,
  MAINTENANCE_STATUSES,
  MAINTENANCE_TYPES,
  MaintenanceEntity,
  type MaintenanceStatus,
  type MaintenanceType,
  PagedList,
} from '@app/entities';
import type { Page, PageRequest } from '@app/kernel';
import { type EntityManager, In } from 'typeorm';

/** A work order without its relations. */
export type MaintenanceRow = Omit<MaintenanceEntity, 'object' | 'fault' | 'assignee' | 'openKey'>;

export interface MaintenanceFilter extends PageRequest {
  status?: MaintenanceStatus;
  type?: MaintenanceType;
  objectId?: number;
  faultId?: number;
  assigneeId?: number;
}

/** Either bound of the range leaves out work orders without a due date. */
export interface DueMaintenanceFilter extends PageRequest {
  status?: MaintenanceStatus;
  /** The half-open range [from, to) of `dueAt`. */
  from?: Date;
  to?: Date;
}

/** The statuses of work orders that are neither completed nor cancelled. */
const OPEN_STATUSES = ['open', 'in_progress', 'on_hold'] as const;

const COLUMNS = [
  'id',
  'title',
  'description',
  'type',
  'status',
  'priority',
  'objectId',
  'faultId',
  'assigneeId',
  'dueAt',
  'startedAt',
  'completedAt',
  'checklist',
  'recurrence',
  'series',
  'openSeries',
  'nextAt',
  'counterValue',
  'countedHours',
] as const;
const MAINTENANCE = new PagedList(MaintenanceEntity, {
  columns: COLUMNS,
  order: ['id'],
  direction: 'DESC',
});
const DUE_MAINTENANCE = new PagedList(MaintenanceEntity, {
  columns: COLUMNS,
  order: ['dueAt', 'id'],
  direction: 'ASC',
});

/** The matching work orders, newest first. */
export function findMaintenancePage(
  manager: EntityManager,
  { page, after, limit, status, type, ...records }: MaintenanceFilter,
): Promise<Page<MaintenanceRow>> {
  const isFiltered = [status, type, ...Object.values(records)].some((value) => value !== undefined);
  // A missing filter becomes a list of all values of its column, so that one index serves all combinations of filters.
  const filtered = { ...records, status: status ?? MAINTENANCE_STATUSES, type: type ?? MAINTENANCE_TYPES };
  return MAINTENANCE.read(manager, { page, after, limit }, isFiltered ? { equals: filtered } : {});
}

/** The work orders that are due in a range, earliest due date first. */
export function findDueMaintenance(
  manager: EntityManager,
  { status, from, to, ...page }: DueMaintenanceFilter,
): Promise<Page<MaintenanceRow>> {
  return DUE_MAINTENANCE.read(manager, page, {
    equals: { status: status ?? MAINTENANCE_STATUSES },
    from,
    to,
  });
}

export function findMaintenance(manager: EntityManager, id: number): Promise<MaintenanceRow | null> {
  return manager.findOneBy(MaintenanceEntity, { id });
}

/** Read the work order and lock it until the transaction ends. */
export function lockMaintenance(manager: EntityManager, id: number): Promise<MaintenanceRow | null> {
  return manager.findOne(MaintenanceEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Read the open work order with this key, and lock it until the transaction ends. */
export function lockKeyedMaintenance(
  manager: EntityManager,
  openKey: string,
): Promise<MaintenanceRow | null> {
  return manager.findOne(MaintenanceEntity, { where: { openKey }, lock: { mode: 'pessimistic_write' } });
}

/** Insert the work order, or update it if it has an id. Without `openKey`, an update keeps the key. */
export async function saveMaintenance(
  manager: EntityManager,
  order: Omit<MaintenanceRow, 'id'> & Pick<MaintenanceEntity, 'openKey'> & { id?: number },
): Promise<MaintenanceRow> {
  const { openKey: _key, ...saved } = await manager.save(manager.create(MaintenanceEntity, order));
  return saved;
}

export async function updateMaintenance(
  manager: EntityManager,
  id: number,
  changes: Partial<MaintenanceRow>,
): Promise<void> {
  await manager.update(MaintenanceEntity, { id }, changes);
}

export async function deleteMaintenance(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(MaintenanceEntity, { id });
}

/** Reads only an index. */
export function countOpenMaintenance(manager: EntityManager): Promise<number> {
  return manager.countBy(MaintenanceEntity, { status: In([...OPEN_STATUSES]) });
}

/**
 * Locks the work order whose check is longest overdue at `now`, until the transaction ends. Skips rows that another
 * worker has locked.
 */
export async function lockDueMaintenance(manager: EntityManager, now: Date): Promise<MaintenanceRow | null> {
  const [due] = await dialectSql.query<{ id: number }>(
    manager,
    `SELECT id FROM maintenance WHERE next_at <= ? ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now],
  );
  return due ? findMaintenance(manager, due.id) : null;
}
