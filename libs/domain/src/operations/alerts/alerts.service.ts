import {
  AlertEntity,
  type AlertEventEntity,
  type AlertSource,
  inTransaction,
  requireRow,
} from '@app/entities';
import {
  type Actor,
  type AlertSeverity,
  Clock,
  DomainError,
  mapPage,
  type Page,
  type PageRequest,
  parseOptionalRange,
  say,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { type AlertRecord, auditedAlert, toAlertRecord } from './alert-change';
import { statesOf } from './alert-states';
import { AlertWriter } from './alert-writer';
import {
  type AlertQuery,
  countActiveAlerts,
  deleteAlert,
  findAlert,
  findAlertEvents,
  findAlerts,
  lockAlert,
} from './alerts.queries';

/** At most one of `areaId`, `pointCode` and `source` may be given. */
export interface AlertFilter extends PageRequest {
  status?: AlertRecord['status'];
  severity?: AlertSeverity;
  acknowledged?: boolean;
  shelved?: boolean;
  areaId?: number;
  pointCode?: string;
  source?: AlertSource;
  /** Range of `raisedAt`, ISO 8601. Without an offset, the time is in the platform's time zone. */
  from?: string;
  to?: string;
}

export type AlertChanges = Partial<Pick<AlertEntity, 'severity' | 'title' | 'message'>>;

export const ALERT_NAME = 'The alert';

/** Lists, updates and deletes alerts. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: AlertWriter,
    private readonly configuration: ConfigurationService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns one page of the matching alerts, newest first.
   * @throws DomainError invalid if `from` is not before `to`, or if the filters cannot be combined
   */
  async list({ status, shelved, from, to, ...filter }: AlertFilter): Promise<Page<AlertRecord>> {
    assertOneOwner(filter);
    const range = parseOptionalRange({ from, to }, await this.configuration.timezone());
    const states = statesOf(status, shelved);
    const query: AlertQuery = { ...filter, ...range, states };
    return mapPage(await findAlerts(this.dataSource.manager, query), toAlertRecord);
  }

  /** @throws DomainError not_found */
  async find(id: number): Promise<AlertRecord> {
    return toAlertRecord(await requireRow(findAlert(this.dataSource.manager, id), ALERT_NAME));
  }

  /** Returns the alert, or null if it does not exist. */
  async lookUp(id: number): Promise<AlertRecord | null> {
    const alert = await findAlert(this.dataSource.manager, id);
    return alert && toAlertRecord(alert);
  }

  /**
   * Returns the history of an alert, oldest event first.
   * @throws DomainError not_found
   */
  async history(id: number, page: PageRequest): Promise<Page<AlertEventEntity>> {
    await requireRow(findAlert(this.dataSource.manager, id), ALERT_NAME);
    return findAlertEvents(this.dataSource.manager, id, page);
  }

  /** Number of active alerts that are not shelved. */
  countActive(): Promise<number> {
    return countActiveAlerts(this.dataSource.manager);
  }

  /**
   * Updates the texts or the severity. The next report of the source replaces them again.
   * @throws DomainError not_found
   */
  async change(actor: Actor, id: number, changes: AlertChanges): Promise<AlertRecord> {
    const change = await inTransaction(this.dataSource, async (manager) => {
      const alert = await requireRow(lockAlert(manager, id), ALERT_NAME);
      const before = Object.assign(new AlertEntity(), alert);
      Object.assign(alert, changes);
      await this.audit.recordChange(
        actor,
        { action: 'alert.changed', target: `alert ${id}`, before, after: alert },
        manager,
      );
      const hasNewSeverity = alert.severity !== before.severity;
      const made = { alert, kind: 'changed', at: this.clock.now(), hasNewSeverity } as const;
      return this.writer.record(manager, made, actor);
    });
    this.writer.publish([change]);
    return toAlertRecord(change.alert);
  }

  /** Deletes the alert and its history. @throws DomainError not_found */
  async remove(actor: Actor, id: number): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      const alert = await requireRow(lockAlert(manager, id), ALERT_NAME);
      await deleteAlert(manager, id);
      const record = { action: 'alert.removed', target: `alert ${id}`, before: auditedAlert(alert) };
      await this.audit.record(actor, record, manager);
    });
  }
}

function assertOneOwner({ areaId, pointCode, source }: AlertFilter): void {
  const given = Object.entries({ areaId, pointCode, source }).filter(([, value]) => value !== undefined);
  if (given.length < 2) return;
  const message = say('only_one_filter', { filters: 'areaId, pointCode and source' });
  throw DomainError.invalid(
    message,
    given.map(([path]) => ({ path, ...message })),
  );
}
