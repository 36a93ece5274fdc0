import type { AlertEntity } from '@app/entities';
import type { Actor } from '@app/kernel';
import { type AlertChange, clearedFields } from './alert-change';
import { type AlertClear, type RaisedOrigin, reportedFields } from './alert-raise';
import type { Shelving } from './alerts.queries';

/** Builds the row of a new alert. Its reports are not counted yet. */
export function newAlert(
  { key, first, last, latestAt }: RaisedOrigin,
  areaId: number | null,
  shelving: Shelving | undefined,
): Omit<AlertEntity, 'id'> {
  const { source, type, originator, pointCode = null } = first;
  return {
    source,
    type,
    originator,
    originKey: key,
    activeKey: key,
    state: shelving ? 'shelved' : 'active',
    acknowledged: false,
    pointCode,
    areaId,
    ...reportedFields(last),
    occurrences: 0,
    raisedAt: first.at,
    lastRaisedAt: latestAt,
    acknowledgedAt: null,
    acknowledgedBy: null,
    clearedAt: null,
    clearedBy: null,
    shelvedUntil: shelving?.shelvedUntil ?? null,
    shelvedBy: shelving?.shelvedBy ?? null,
    shelveReason: shelving?.shelveReason ?? null,
    repeatsEventId: null,
  };
}

/** Counts the reports of an origin in its alert. */
export function countReports(
  alert: AlertEntity,
  { first, last, latestAt, count }: RaisedOrigin,
): AlertChange {
  const isNew = alert.occurrences === 0;
  const hasNewSeverity = alert.severity !== last.severity;
  const lastRaisedAt = latestAt > alert.lastRaisedAt ? latestAt : alert.lastRaisedAt;
  Object.assign(alert, reportedFields(last), { occurrences: alert.occurrences + count, lastRaisedAt });
  const { executionId } = first;
  return isNew
    ? { alert, kind: 'raised', at: first.at, repeats: count - 1, note: first.note, executionId }
    : { alert, kind: 'repeated', at: first.at, repeats: count, hasNewSeverity, note: last.note };
}

/** Ends an alert. */
export function endAlert(alert: AlertEntity, clear: AlertClear, by: Actor): AlertChange {
  const { at, note, executionId } = clear;
  Object.assign(alert, clearedFields(alert, at, by));
  return { alert, kind: 'cleared', at, note, executionId };
}
