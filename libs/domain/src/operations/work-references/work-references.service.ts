import { type ErrorDetail, unknownRecord } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { UserReferencesService } from '../../access/users/user-references.service';
import { ObjectReferencesService } from '../../building/objects/object-references.service';
import { AreasService } from '../../metering/areas/areas.service';
import type { AlertRecord } from '../alerts/alert-change';
import { AlertsService } from '../alerts/alerts.service';

/** References of a fault or work order. A reference that is null or undefined is not checked. */
export interface WorkReferences {
  objectId?: number | null;
  areaId?: number | null;
  assigneeId?: number | null;
  alertId?: number | null;
}

/** Checks the records to which faults and work orders refer. */
@Injectable()
export class WorkReferencesService {
  constructor(
    private readonly objects: ObjectReferencesService,
    private readonly areas: AreasService,
    private readonly users: UserReferencesService,
    private readonly alerts: AlertsService,
  ) {}

  /**
   * Returns a detail for each record that does not exist. Existing objects, areas and users cannot be deleted until the
   * transaction ends. Call this before the transaction locks the fault or work order, because deletions also lock the
   * referenced record first.
   */
  async missing(
    manager: EntityManager,
    { objectId, areaId, assigneeId, alertId }: WorkReferences,
  ): Promise<ErrorDetail[]> {
    const details: ErrorDetail[] = [];
    if (objectId && !(await this.objects.withIds(manager, [objectId])).has(objectId)) {
      details.push({ path: 'objectId', ...unknownRecord('object', objectId) });
    }
    if (areaId && !(await this.areas.hasArea(manager, areaId))) {
      details.push({ path: 'areaId', ...unknownRecord('area', areaId) });
    }
    if (assigneeId && !(await this.users.hasUser(manager, assigneeId))) {
      details.push({ path: 'assigneeId', ...unknownRecord('user', assigneeId) });
    }
    if (alertId && !(await this.alerts.lookUp(alertId))) {
      details.push({ path: 'alertId', ...unknownRecord('alert', alertId) });
    }
    return details;
  }

  /**
   * Returns the alert with the object of its point, or null if it does not exist. The area is null if it no longer exists.
   */
  async alert(
    manager: EntityManager,
    id: number,
  ): Promise<(AlertRecord & { objectId: number | null }) | null> {
    const alert = await this.alerts.lookUp(id);
    if (!alert) return null;
    const { areaId, pointCode } = alert;
    const objectId = pointCode === null ? null : await this.objects.ofPoint(manager, pointCode);
    const hasArea = areaId !== null && (await this.areas.hasArea(manager, areaId));
    return { ...alert, objectId, areaId: hasArea ? areaId : null };
  }
}
