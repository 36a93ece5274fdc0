import {
  AlertEntity,
  type AlertEventEntity,
  type AlertSeverity,
  type AlertSource,
  inTransaction,
  requireRow,
} from '@app/entities';
import {
  type Actor,
  Clock,
  DomainError,
  mapPage,
  newId,
  type Page,
  type PageRequest,
  parseOptionalRange,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AreasService } from '../../metering/areas/areas.service';
import { AuditService } from '../../platform/audit/audit.service';
import { ConfigurationService } from '../../platform/configuration/configuration.service';
import { type AlertRecord, toAlertRecord } from './alert-change';
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

/** An alert that a person creates. */
export interface AlertInput {
  type?: string;
  severity: AlertSeverity;
  title: string;
  message?: string | null;
  pointCode?: string | null;
  areaId?: number | null;
}

export type AlertChanges = Partial<Pick<AlertInput, 'severity' | 'title' | 'message'>>;

export const ALERT_NAME = 'The alert';

/** Lists, creates, updates and deletes alerts. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: AlertWriter,
    private readonly areas: AreasService,
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
   * Creates an alert. The alert is always a new one, and never counts as a repeat of another alert.
   * @throws DomainError invalid if the area does not exist
   */
  async create(actor: Actor, { type = 'manual', ...input }: AlertInput): Promise<AlertRecord> {
    if (input.areaId) await this.assertArea(input.areaId);
    const raise = { ...input, source: 'manual', type, originator: newId(), at: this.clock.now() } as const;
    const [change] = await inTransaction(this.dataSource, async (manager) => {
      const changes = await this.writer.raise(manager, [raise], actor);
      await this.audited(manager, actor, 'created', changes[0]?.alert);
      return changes;
    });
    if (!change) throw new Error('The alert was not raised.');
    this.writer.publish([change]);
    return toAlertRecord(change.alert);
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
      await this.audited(manager, actor, 'removed', alert);
    });
  }

  private async audited(
    manager: EntityManager,
    actor: Actor,
    what: 'created' | 'removed',
    alert: AlertEntity | undefined,
  ): Promise<void> {
    if (!alert) return;
    const { severity, title, source, pointCode, areaId } = alert;
    const state = { severity, title, source, pointCode, areaId };
    const record = { action: `alert.${what}`, target: `alert ${alert.id}` };
    await this.audit.record(
      actor,
      what === 'created' ? { ...record, after: state } : { ...record, before: state },
      manager,
    );
  }

  private async assertArea(areaId: number): Promise<void> {
    const { areas } = await this.areas.site();
    if (areas.some(({ id }) => id === areaId)) return;
    const message = `Area ${areaId} does not exist.`;
    throw DomainError.invalid(message, [{ path: 'areaId', message }]);
  }
}

function assertOneOwner({ areaId, pointCode, source }: AlertFilter): void {
  const given = Object.entries({ areaId, pointCode, source }).filter(([, value]) => value !== undefined);
  if (given.length < 2) return;
  const message = 'Filter by only one of areaId, pointCode and source.';
  throw DomainError.invalid(
    message,
    given.map(([path]) => ({ path, message })),
  );
}
