import { AlertEntity } from '@app/entities';
import { type Actor, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AreasService } from '../../metering/areas/areas.service';
import { AlertJournal } from './alert-journal';
import type { AlertChange } from './alert-change';
import { originKey } from './alert-origin';
import { insertAlertsUnlessActive } from './alert-rows.queries';
import {
  type AlertClear,
  type AlertEpisode,
  type AlertRaise,
  groupByOrigin,
  type RaisedOrigin,
} from './alert-raise';
import { findActiveKeys, findActiveOriginators, findShelvings, lockActiveAlerts } from './alerts.queries';
import { countReports, endAlert, newAlert } from './reported-alert';

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

  /** Returns the originators of all alerts of a kind that are not cleared. */
  activeOriginators(manager: EntityManager, kind: Pick<AlertEntity, 'source' | 'type'>): Promise<string[]> {
    return findActiveOriginators(manager, kind);
  }

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
      return clear ? [endAlert(alert, clear, by)] : [];
    });
    await this.journal.record(manager, changes, by);
    return changes;
  }

  /**
   * Processes the reports of several origins. The number of statements does not depend on how often an origin is cleared
   * and raised again.
   * @param histories the episodes of one origin each, oldest first
   */
  async replay(
    manager: EntityManager,
    histories: readonly (readonly AlertEpisode[])[],
    by: Actor,
  ): Promise<AlertChange[]> {
    const first = histories.flatMap((episodes) => episodes.slice(0, 1));
    const later = histories.flatMap((episodes) => episodes.slice(1));
    return [
      ...(await this.raise(manager, raisesOf(first), by)),
      ...(await this.clear(
        manager,
        first.flatMap(({ clear }) => clear ?? []),
        by,
      )),
      ...(await this.insertCleared(manager, later, by)),
      ...(await this.raise(manager, raisesOf(later.filter(({ clear }) => !clear)), by)),
    ];
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

  /** Inserts the alerts of episodes that have ended. No other transaction ever sees these alerts active. */
  private async insertCleared(
    manager: EntityManager,
    episodes: readonly AlertEpisode[],
    by: Actor,
  ): Promise<AlertChange[]> {
    const ended = episodes.flatMap(({ raises, clear }) =>
      clear ? groupByOrigin(raises).map((origin) => ({ origin, clear })) : [],
    );
    if (ended.length === 0) return [];
    const rows = await this.newAlerts(
      manager,
      ended.map(({ origin }) => origin),
    );
    // Until the alerts are cleared below, a unique key finds the id that the database has given to each of them.
    const keys = ended.map(() => newId());
    await insertAlertsUnlessActive(
      manager,
      rows.map((row, index) => ({ ...row, activeKey: keys[index] ?? null })),
    );
    const inserted = new Map(
      (await lockActiveAlerts(manager, keys)).map((alert) => [alert.activeKey, alert] as const),
    );
    const changes = ended.flatMap(({ origin, clear }, index) => {
      const alert = inserted.get(keys[index] ?? null);
      if (!alert) return [];
      const raised = countReports(alert, origin);
      return [raised, endAlert(Object.assign(new AlertEntity(), alert), clear, by)];
    });
    await this.journal.record(manager, changes, by);
    return changes;
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
    const earliest = new Date(Math.min(...origins.map(({ first }) => first.at.getTime())));
    const shelvings = await findShelvings(manager, keys, earliest);
    return origins.map((origin) => {
      const { key, first, last } = origin;
      const shelving = shelvings.get(key);
      const isShelved = !!shelving?.shelvedUntil && shelving.shelvedUntil > first.at;
      const areaId = last.areaId ?? areaIds.get(last.pointCode ?? '') ?? null;
      return newAlert(origin, areaId, isShelved ? shelving : undefined);
    });
  }
}

function raisesOf(episodes: readonly AlertEpisode[]): AlertRaise[] {
  return episodes.flatMap(({ raises }) => raises);
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
