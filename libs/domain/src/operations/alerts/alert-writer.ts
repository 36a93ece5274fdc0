import type { AlertEntity } from '@app/entities';
import type { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AreasService } from '../../metering/areas/areas.service';
import { AlertJournal } from './alert-journal';
import { type AlertChange, clearedFields } from './alert-change';
import { originKey } from './alert-origin';
import { insertAlertsUnlessActive } from './alert-rows.queries';
import {
  type AlertClear,
  type AlertRaise,
  groupByOrigin,
  type RaisedOrigin,
  reportedFields,
} from './alert-raise';
import { findActiveKeys, findShelvings, lockActiveAlerts, type Shelving } from './alerts.queries';

/**
 * Maximum number of attempts to lock all alerts. An attempt misses an alert only if another process clears it
 * meanwhile.
 */
const ATTEMPTS = 10;

/**
 * Raises and clears alerts within the transaction of the caller. Concurrent transactions are serialized per origin by a
 * unique key and row locks, so an origin never has two active alerts, and no report is lost.
 *
 * After the commit, pass the returned changes to `publish`.
 */
@Injectable()
export class AlertWriter {
  constructor(
    private readonly areas: AreasService,
    private readonly journal: AlertJournal,
  ) {}

  /**
   * Raises alerts. If the origin already has an active alert, no alert is created: the `occurrences` of this alert are
   * incremented and its texts are replaced.
   */
  async raise(manager: EntityManager, raises: readonly AlertRaise[], by: Actor): Promise<AlertChange[]> {
    const origins = groupByOrigin(raises);
    if (origins.length === 0) return [];
    const alerts = await this.lockOrInsert(manager, origins);
    const changes = origins.flatMap((origin) => {
      const alert = alerts.get(origin.key);
      return alert ? [countReports(alert, origin)] : [];
    });
    await this.journal.record(manager, changes, by);
    return changes;
  }

  /** Clears the alerts of these origins. Origins without an active alert are ignored. */
  async clear(manager: EntityManager, clears: readonly AlertClear[], by: Actor): Promise<AlertChange[]> {
    const byKey = new Map(clears.map((clear) => [originKey(clear), clear]));
    const alerts = await lockActiveAlerts(manager, [...byKey.keys()].toSorted());
    const changes = alerts.flatMap((alert) => {
      const clear = byKey.get(alert.originKey);
      if (!clear) return [];
      Object.assign(alert, clearedFields(alert, clear.at, by));
      const { at, note, executionId } = clear;
      return [{ alert, kind: 'cleared', at, note, executionId } as const];
    });
    await this.journal.record(manager, changes, by);
    return changes;
  }

  /** Stores a locked alert that the caller has changed, with the history of the change. */
  async record(manager: EntityManager, change: AlertChange, by: Actor): Promise<AlertChange> {
    await this.journal.record(manager, [change], by);
    return change;
  }

  /** Publishes changes to clients and wakes the workers. Call this after the commit. */
  publish(changes: readonly AlertChange[]): void {
    this.journal.publish(changes);
  }

  /**
   * Locks or inserts the alerts in the order of their keys, so that concurrent transactions do not deadlock.
   * @param origins sorted by key
   * @returns the locked alert of each origin. Alerts that this call inserted have no occurrences yet
   */
  private async lockOrInsert(
    manager: EntityManager,
    origins: readonly RaisedOrigin[],
  ): Promise<Map<string, AlertEntity>> {
    const alerts = new Map<string, AlertEntity>();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const missing = origins.filter(({ key }) => !alerts.has(key));
      if (missing.length === 0) return alerts;
      const active = await findActiveKeys(
        manager,
        missing.map(({ key }) => key),
      );
      for (const run of runsOf(missing, ({ key }) => active.has(key))) {
        if (!run.some(({ key }) => active.has(key))) {
          await insertAlertsUnlessActive(manager, await this.newAlerts(manager, run));
        }
        const locked = await lockActiveAlerts(
          manager,
          run.map(({ key }) => key),
        );
        for (const alert of locked) alerts.set(alert.originKey, alert);
      }
    }
    throw new Error('An alert could not be raised, because other processes kept clearing it.');
  }

  private async newAlerts(
    manager: EntityManager,
    origins: readonly RaisedOrigin[],
  ): Promise<Omit<AlertEntity, 'id'>[]> {
    const codes = origins.flatMap(({ last: { pointCode, areaId } }) =>
      pointCode && areaId === undefined ? [pointCode] : [],
    );
    const areaIds = await this.areas.areasOfPoints(manager, codes);
    const keys = origins.map(({ key }) => key);
    const latest = new Date(Math.max(...origins.map(({ first }) => first.at.getTime())));
    const shelvings = await findShelvings(manager, keys, latest);
    return origins.map((origin) =>
      newAlert(
        origin,
        origin.last.areaId ?? areaIds.get(origin.last.pointCode ?? '') ?? null,
        shelvings.get(origin.key),
      ),
    );
  }
}

/** Splits a list into groups of consecutive items for which `isOf` returns the same value. */
function runsOf<Item>(items: readonly Item[], isOf: (item: Item) => boolean): Item[][] {
  const runs: Item[][] = [];
  let previous: boolean | undefined;
  for (const item of items) {
    const answer = isOf(item);
    if (answer === previous) runs.at(-1)?.push(item);
    else runs.push([item]);
    previous = answer;
  }
  return runs;
}

function newAlert(
  { key, first, last }: RaisedOrigin,
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
    lastRaisedAt: last.at,
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

function countReports(alert: AlertEntity, { first, last, count }: RaisedOrigin): AlertChange {
  const isNew = alert.occurrences === 0;
  const hasNewSeverity = alert.severity !== last.severity;
  const lastRaisedAt = last.at > alert.lastRaisedAt ? last.at : alert.lastRaisedAt;
  Object.assign(alert, reportedFields(last), { occurrences: alert.occurrences + count, lastRaisedAt });
  const { executionId } = first;
  return isNew
    ? { alert, kind: 'raised', at: first.at, repeats: count - 1, note: first.note, executionId }
    : { alert, kind: 'repeated', at: first.at, repeats: count, hasNewSeverity, note: last.note };
}
