import { inTransaction, requireRow } from '@app/entities';
import { Actor, Clock, DomainError, parseInstant, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { type AlertChange, type AlertRecord, clearedFields, toAlertRecord } from './alert-change';
import { AlertWriter } from './alert-writer';
import { endEarlierShelvings, findEndedShelvings, lockAlert } from './alerts.queries';
import { ALERT_NAME } from './alerts.service';

export interface ShelveInput {
  /** ISO 8601. Without an offset, the time is in the platform's time zone. */
  untilAt: string;
  reason: string;
}

/** Returns the change of a locked alert, or throws if the alert is in the wrong state. */
type Act = (alert: AlertChange['alert'], at: Date) => Omit<AlertChange, 'alert' | 'at'> | undefined;

const RETURNED_AT_ONCE = 500;
const SHELVING_END = Actor.system('shelving-end');
const UNSHELVED = { shelvedUntil: null, shelvedBy: null, shelveReason: null };

/** Acknowledges, clears and shelves alerts. */
@Injectable()
export class AlertActionsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: AlertWriter,
    private readonly configuration: ConfigurationService,
    private readonly clock: Clock,
  ) {}

  /**
   * Records that a person has seen the alert. A cleared alert can still be acknowledged.
   * @throws DomainError not_found; conflict `wrong_state` if it is already acknowledged
   */
  acknowledge(actor: Actor, id: number, note?: string | null): Promise<AlertRecord> {
    return this.act(actor, id, (alert, at) => {
      if (alert.acknowledged) throw wrongState('The alert is already acknowledged.');
      Object.assign(alert, { acknowledged: true, acknowledgedAt: at, acknowledgedBy: actor.name });
      return { kind: 'acknowledged', note };
    });
  }

  /** @throws DomainError not_found; conflict `wrong_state` if it is already cleared */
  clear(actor: Actor, id: number, note?: string | null): Promise<AlertRecord> {
    return this.act(actor, id, (alert, at) => {
      assertActive(alert);
      Object.assign(alert, clearedFields(alert, at, actor));
      return { kind: 'cleared', note };
    });
  }

  /**
   * Suppresses an active alert, and new alerts of its origin, until a time. Shelving a shelved alert changes the time,
   * also for new alerts.
   * @throws DomainError not_found; invalid if the time has passed; conflict `wrong_state` if the alert is cleared
   */
  async shelve(actor: Actor, id: number, { untilAt, reason }: ShelveInput): Promise<AlertRecord> {
    const until = parseInstant(untilAt, await this.configuration.timezone());
    return this.act(actor, id, (alert, at) => {
      if (until <= at) {
        throw DomainError.ofField('untilAt', say('in_the_past'));
      }
      assertActive(alert);
      const shelving = { shelvedUntil: until, shelvedBy: actor.name, shelveReason: reason };
      Object.assign(alert, { state: 'shelved', ...shelving });
      return { kind: 'shelved', note: reason };
    });
  }

  /**
   * Ends the shelving, also for new alerts of the origin.
   * @throws DomainError not_found; conflict `wrong_state` if the alert is not shelved
   */
  unshelve(actor: Actor, id: number, note?: string | null): Promise<AlertRecord> {
    return this.act(actor, id, (alert) => {
      if (alert.state !== 'shelved') throw wrongState('The alert is not shelved.');
      Object.assign(alert, { state: 'active', ...UNSHELVED });
      return { kind: 'unshelved', note };
    });
  }

  /** Ends each shelving whose time is over. */
  async returnShelved(signal: AbortSignal): Promise<void> {
    for (;;) {
      const ids = await findEndedShelvings(this.dataSource.manager, this.clock.now(), RETURNED_AT_ONCE);
      for (const id of ids) {
        if (signal.aborted) return;
        await this.act(SHELVING_END, id, (alert, at) => {
          const isDue = alert.state === 'shelved' && alert.shelvedUntil && alert.shelvedUntil <= at;
          if (!isDue) return undefined;
          Object.assign(alert, { state: 'active', ...UNSHELVED });
          return { kind: 'unshelved' };
        });
      }
      if (ids.length < RETURNED_AT_ONCE) return;
    }
  }

  private async act(actor: Actor, id: number, act: Act): Promise<AlertRecord> {
    const at = this.clock.now();
    const { alert, changes } = await inTransaction(this.dataSource, async (manager) => {
      const locked = await requireRow(lockAlert(manager, id), ALERT_NAME);
      const change = act(locked, at);
      if (!change) return { alert: locked, changes: [] };
      if (change.kind === 'shelved' || change.kind === 'unshelved')
        await endEarlierShelvings(manager, locked);
      return {
        alert: locked,
        changes: [await this.writer.record(manager, { ...change, alert: locked, at }, actor)],
      };
    });
    this.writer.publish(changes);
    return toAlertRecord(alert);
  }
}

function assertActive({ state }: AlertChange['alert']): void {
  if (state === 'cleared') throw wrongState('The alert is already cleared.');
}

function wrongState(message: string): DomainError {
  return new DomainError('conflict', 'wrong_state', message);
}
