import {
  ALERT_STATES,
  AlertEntity,
  AlertEventEntity,
  type AlertSource,
  type AlertState,
  type KeysetFilter,
  KeysetLines,
  type LineCell,
  type LinePage,
  dialectSql,
  PagedList,
} from '@app/entities';
import { ALERT_SEVERITIES, type AlertSeverity, chunksOf, type Page, type PageRequest } from '@app/kernel';
import { type EntityManager, In, IsNull, LessThanOrEqual, MoreThan, Not } from 'typeorm';

/** At most one of `areaId`, `pointCode` and `source` may be given, because each has its own index. */
export interface AlertQuery extends PageRequest {
  states?: readonly AlertState[];
  severity?: AlertSeverity | readonly AlertSeverity[];
  acknowledged?: boolean;
  areaId?: number;
  pointCode?: string;
  source?: AlertSource;
  /** The half-open range [from, to) of `raisedAt`. */
  from?: Date;
  to?: Date;
}

/** Rows per statement. This many rows need far fewer parameters than a database accepts. */
const ROWS_PER_STATEMENT = 500;

const COLUMNS = [
  'id',
  'source',
  'type',
  'originator',
  'originKey',
  'activeKey',
  'severity',
  'state',
  'acknowledged',
  'pointCode',
  'areaId',
  'title',
  'message',
  'value',
  'threshold',
  'messages',
  'occurrences',
  'raisedAt',
  'lastRaisedAt',
  'acknowledgedAt',
  'acknowledgedBy',
  'clearedAt',
  'clearedBy',
  'shelvedUntil',
  'shelvedBy',
  'shelveReason',
  'repeatsEventId',
] as const;
const ALERTS = new PagedList(AlertEntity, {
  columns: COLUMNS,
  order: ['raisedAt', 'id'],
  direction: 'DESC',
});

const EVENTS = new PagedList(AlertEventEntity, {
  columns: [
    'id',
    'alertId',
    'at',
    'kind',
    'count',
    'lastAt',
    'severity',
    'shelvedUntil',
    'userId',
    'username',
    'note',
    'noteText',
  ],
  order: ['at', 'id'],
  direction: 'ASC',
});

/** The matching alerts, newest first. */
export function findAlerts(manager: EntityManager, query: AlertQuery): Promise<Page<AlertEntity>> {
  const { page, after, limit, from, to, states, severity, acknowledged, ...own } = query;
  const isFiltered = [states, severity, acknowledged, ...Object.values(own)].some(
    (part) => part !== undefined,
  );
  if (!isFiltered) return ALERTS.read(manager, { page, after, limit }, { from, to });
  const equals = {
    ...own,
    state: states ?? ALERT_STATES,
    severity: severity ?? ALERT_SEVERITIES,
    acknowledged: acknowledged ?? [false, true],
  };
  return ALERTS.read(manager, { page, after, limit }, { equals, from, to });
}

/** Reads all alerts that were raised in a range as lines of a CSV file, oldest first. */
export function readAlertLines(
  manager: EntityManager,
  filter: KeysetFilter<AlertEntity>,
  cells: readonly LineCell<AlertEntity>[],
): AsyncGenerator<LinePage, void, void> {
  return new KeysetLines(AlertEntity, { at: 'raisedAt', id: 'id', cells }).read(manager, filter);
}

export function findAlert(manager: EntityManager, id: number): Promise<AlertEntity | null> {
  return manager.findOneBy(AlertEntity, { id });
}

/** Read the alert and lock it until the transaction ends. */
export function lockAlert(manager: EntityManager, id: number): Promise<AlertEntity | null> {
  return manager.findOne(AlertEntity, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/** Lock the alerts of these origins that are not cleared. @param keys sorted, so that no two callers deadlock */
export async function lockActiveAlerts(
  manager: EntityManager,
  keys: readonly string[],
): Promise<AlertEntity[]> {
  const alerts: AlertEntity[] = [];
  for (const part of chunksOf(keys, ROWS_PER_STATEMENT)) {
    const found = await manager.find(AlertEntity, {
      where: { activeKey: In(part) },
      order: { activeKey: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    alerts.push(...found);
  }
  return alerts;
}

/** Returns the keys of the origins that have an alert that is not cleared. Locks nothing. */
export async function findActiveKeys(manager: EntityManager, keys: readonly string[]): Promise<Set<string>> {
  const active = new Set<string>();
  for (const part of chunksOf(keys, ROWS_PER_STATEMENT)) {
    const found = await manager.find(AlertEntity, {
      select: { id: true, originKey: true },
      where: { activeKey: In(part) },
    });
    for (const { originKey } of found) active.add(originKey);
  }
  return active;
}

/** Returns the originators of all alerts of a kind that are not cleared. */
export async function findActiveOriginators(
  manager: EntityManager,
  { source, type }: Pick<AlertEntity, 'source' | 'type'>,
): Promise<string[]> {
  const alerts = await manager.find(AlertEntity, {
    select: { id: true, originator: true },
    where: { source, type, state: In(['active', 'shelved']) },
  });
  return alerts.map(({ originator }) => originator);
}

/** A shelving. Until it ends, it also applies to new alerts of its origin. */
export type Shelving = Pick<AlertEntity, 'originKey' | 'shelvedUntil' | 'shelvedBy' | 'shelveReason'>;

/** The shelvings of these origins that have not ended at `at`. */
export async function findShelvings(
  manager: EntityManager,
  keys: readonly string[],
  at: Date,
): Promise<Map<string, Shelving>> {
  const shelvings: Shelving[] = [];
  for (const part of chunksOf(keys, ROWS_PER_STATEMENT)) {
    const found = await manager.find(AlertEntity, {
      select: { originKey: true, shelvedUntil: true, shelvedBy: true, shelveReason: true },
      where: { originKey: In(part), shelvedUntil: MoreThan(at) },
    });
    shelvings.push(...found);
  }
  return new Map(shelvings.map((shelving) => [shelving.originKey, shelving]));
}

/**
 * Ends the shelvings that earlier alerts of the origin have left, so that only the shelving of this alert applies to new
 * alerts. The caller has locked the alert.
 */
export async function endEarlierShelvings(
  manager: EntityManager,
  { id, originKey }: Pick<AlertEntity, 'id' | 'originKey'>,
): Promise<void> {
  await manager.update(
    AlertEntity,
    { originKey, id: Not(id), shelvedUntil: Not(IsNull()) },
    { shelvedUntil: null, shelvedBy: null, shelveReason: null },
  );
}

/** Deletes the alert and its history. */
export async function deleteAlert(manager: EntityManager, id: number): Promise<void> {
  await manager.delete(AlertEventEntity, { alertId: id });
  await manager.delete(AlertEntity, { id });
}

/** The history of an alert, oldest event first. */
export function findAlertEvents(
  manager: EntityManager,
  alertId: number,
  page: PageRequest,
): Promise<Page<AlertEventEntity>> {
  return EVENTS.read(manager, page, { equals: { alertId } });
}

/** Ids of alerts whose shelving has ended at `now`. */
export async function findEndedShelvings(
  manager: EntityManager,
  now: Date,
  limit: number,
): Promise<number[]> {
  const ended = await manager.find(AlertEntity, {
    select: { id: true },
    where: { state: 'shelved', shelvedUntil: LessThanOrEqual(now) },
    order: { shelvedUntil: 'ASC' },
    take: limit,
  });
  return ended.map(({ id }) => id);
}

/** The number of active alerts that are not shelved, by severity. A severity without alerts is left out. */
export async function countActiveBySeverity(
  manager: EntityManager,
): Promise<Partial<Record<AlertSeverity, number>>> {
  const rows = await dialectSql.query<{ severity: AlertSeverity; alerts: number | string }>(
    manager,
    `SELECT severity, COUNT(*) AS alerts FROM alert WHERE state = 'active' GROUP BY severity`,
  );
  return Object.fromEntries(rows.map(({ severity, alerts }) => [severity, Number(alerts)]));
}

/** Number of active alerts that are not shelved. */
export function countActiveAlerts(manager: EntityManager): Promise<number> {
  return manager.countBy(AlertEntity, { state: 'active' });
}
