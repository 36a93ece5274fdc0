import { alertsChanged } from '@app/contracts';
import type { AlertEntity, AlertEventEntity, AlertEventKind, AlertNoticeKind } from '@app/entities';
import { EventBus } from '@app/events';
import { type Actor, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { InternalEvent } from '../../platform/occurrences/internal-events';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import { type AlertChange, toAlertChangeFact, toAlertRecord } from './alert-change';
import { englishOf } from './alert-raise';
import { findRepeats, insertNotices, storeAlertEvents } from './alert-events.queries';
import { updateAlerts } from './alert-rows.queries';

/** In characters. */
const LONGEST_NOTE = 1000;
const OCCURRENCES: Partial<Record<AlertEventKind, InternalEvent>> = {
  raised: 'alert.raised',
  acknowledged: 'alert.acknowledged',
  cleared: 'alert.cleared',
};
const NOTICES: Partial<Record<AlertEventKind, AlertNoticeKind>> = {
  raised: 'raised',
  cleared: 'cleared',
  unshelved: 'returned',
};

/** Stores changed alerts with everything that follows from the change, and publishes changes. */
@Injectable()
export class AlertJournal {
  constructor(
    private readonly occurrences: OccurrencesService,
    private readonly bus: EventBus,
  ) {}

  /**
   * Stores the alerts, their history, the notices for notifications and the occurrences for workflows.
   * @param changes the transaction must have locked their alerts. Several changes of an alert have a copy of it each
   */
  async record(manager: EntityManager, changes: readonly AlertChange[], by: Actor): Promise<void> {
    if (changes.length === 0) return;
    const repeats = await openRepeats(manager, changes);
    await storeAlertEvents(
      manager,
      changes.flatMap((change) => eventsOf(change, by, repeats)),
    );
    const latest = new Map(changes.map(({ alert }) => [alert.id, alert]));
    await updateAlerts(manager, [...latest.values()]);
    const announced = changes.filter((change) => !isSuppressed(change));
    const notices = announced.flatMap(({ alert, kind, at, hasNewSeverity }) => {
      const notice = hasNewSeverity ? 'severity_changed' : NOTICES[kind];
      return notice ? [{ id: newId(), alertId: alert.id, kind: notice, at }] : [];
    });
    await insertNotices(manager, notices);
    await this.occurrences.record(
      manager,
      announced.flatMap(({ alert, kind, executionId }) => {
        const name = OCCURRENCES[kind];
        if (!name) return [];
        const payload = { event: name, alert: toAlertRecord(alert) };
        return [{ kind: 'event' as const, name, payload, executionId }];
      }),
    );
  }

  /** Publishes changes to clients and wakes the workers. Call this after the commit. */
  publish(changes: readonly AlertChange[]): void {
    if (changes.length === 0) return;
    this.bus.publish(alertsChanged, { changes: changes.map(toAlertChangeFact) });
    if (changes.some(({ kind }) => kind in OCCURRENCES)) this.occurrences.announce();
  }
}

/** A raised alert is not announced while its origin is shelved. */
function isSuppressed({ alert, kind }: AlertChange): boolean {
  return kind === 'raised' && alert.state === 'shelved';
}

/** Returns the current events that count the repeats of these alerts, by id. */
async function openRepeats(
  manager: EntityManager,
  changes: readonly AlertChange[],
): Promise<Map<string, AlertEventEntity>> {
  const ids = changes.flatMap(({ alert: { repeatsEventId }, kind }) =>
    kind === 'repeated' && repeatsEventId ? [repeatsEventId] : [],
  );
  const events = await findRepeats(manager, ids);
  return new Map(events.map((event) => [event.id, event]));
}

/**
 * Returns the new events of a change. A repeat with the same severity creates no event if the alert has a current event
 * that counts repeats. Updates `alert.repeatsEventId`.
 */
function eventsOf(
  change: AlertChange,
  by: Actor,
  open: ReadonlyMap<string, AlertEventEntity>,
): AlertEventEntity[] {
  const { alert, kind, repeats = 0, hasNewSeverity = false } = change;
  if (kind !== 'repeated') {
    alert.repeatsEventId = null;
    const event = newEvent(change, by);
    if (repeats === 0) return [event];
    return [event, countingEvent(alert, { ...change, kind: 'repeated', note: null }, by)];
  }
  const counting = hasNewSeverity ? undefined : open.get(alert.repeatsEventId ?? '');
  if (!counting) return [countingEvent(alert, change, by)];
  counting.count += repeats;
  counting.lastAt = alert.lastRaisedAt;
  return [counting];
}

/** Returns a new event that counts this and later repeats. */
function countingEvent(alert: AlertEntity, change: AlertChange, by: Actor): AlertEventEntity {
  const counts = { count: change.repeats ?? 1, lastAt: alert.lastRaisedAt };
  const event = Object.assign(newEvent(change, by), counts);
  alert.repeatsEventId = event.id;
  return event;
}

function newEvent({ alert, kind, at, note = null }: AlertChange, by: Actor): AlertEventEntity {
  return {
    id: newId(),
    alertId: alert.id,
    at,
    kind,
    count: 1,
    lastAt: at,
    severity: alert.severity,
    shelvedUntil:
      kind === 'shelved' || (kind === 'raised' && alert.state === 'shelved') ? alert.shelvedUntil : null,
    userId: by.userId,
    username: by.name.slice(0, 254),
    note: note && englishOf(note).slice(0, LONGEST_NOTE),
    noteText: typeof note === 'string' ? null : note,
  };
}
