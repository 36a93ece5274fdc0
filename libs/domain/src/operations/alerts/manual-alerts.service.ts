import { createHash } from 'node:crypto';
import { inTransaction, type PointJson } from '@app/entities';
import {
  type Actor,
  type AlertSeverity,
  Clock,
  DomainError,
  type ErrorDetail,
  unknownRecord,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { ObjectReferencesService } from '../../building/objects/object-references.service';
import { AreasService } from '../../metering/areas/areas.service';
import { AuditService } from '../../platform/audit/audit.service';
import { type AlertRecord, auditedAlert, toAlertRecord } from './alert-change';
import { AlertWriter } from './alert-writer';

/** A problem that a person or another system reports. */
export interface AlertInput {
  type?: string;
  severity: AlertSeverity;
  title: string;
  message?: string | null;
  pointCode?: string | null;
  areaId?: number | null;
  objectId?: number | null;
  originator?: string | null;
  value?: PointJson;
  threshold?: number | null;
}

/** Raises the alerts that people and other systems report. */
@Injectable()
export class ManualAlertsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writer: AlertWriter,
    private readonly areas: AreasService,
    private readonly objects: ObjectReferencesService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /**
   * Raises an alert. If an alert of the same type and originator is active, its `occurrences` are incremented instead.
   * The default originator is the point, the object or the area. Without any of them, it is a hash of the title.
   * @returns the alert, and whether it is new
   * @throws DomainError invalid if the object or the area does not exist
   */
  async raise(actor: Actor, input: AlertInput): Promise<{ alert: AlertRecord; isNew: boolean }> {
    const { type = 'manual', objectId: _object, originator: _originator, ...report } = input;
    const origin = { source: 'manual', type, originator: originatorOf(input) } as const;
    const raise = { ...report, ...origin, at: this.clock.now() };
    const change = await inTransaction(this.dataSource, async (manager) => {
      await this.assertReferences(manager, input);
      const [made] = await this.writer.raise(manager, [raise], actor);
      if (!made) throw new Error('The alert was not raised.');
      const action = made.kind === 'raised' ? 'alert.created' : 'alert.repeated';
      const record = { action, target: `alert ${made.alert.id}`, after: auditedAlert(made.alert) };
      await this.audit.record(actor, record, manager);
      return made;
    });
    this.writer.publish([change]);
    return { alert: toAlertRecord(change.alert), isNew: change.kind === 'raised' };
  }

  private async assertReferences(manager: EntityManager, { objectId, areaId }: AlertInput): Promise<void> {
    const details: ErrorDetail[] = [];
    if (objectId && !(await this.objects.withIds(manager, [objectId])).has(objectId)) {
      details.push({ path: 'objectId', ...unknownRecord('object', objectId) });
    }
    if (areaId && !(await this.areas.hasArea(manager, areaId))) {
      details.push({ path: 'areaId', ...unknownRecord('area', areaId) });
    }
    if (details.length > 0) throw DomainError.invalid('The alert is not valid.', details);
  }
}

function originatorOf({ originator, pointCode, objectId, areaId, title }: AlertInput): string {
  const record = objectId ? `object:${objectId}` : areaId ? `area:${areaId}` : null;
  return originator ?? pointCode ?? record ?? `title:${createHash('sha256').update(title).digest('hex')}`;
}
