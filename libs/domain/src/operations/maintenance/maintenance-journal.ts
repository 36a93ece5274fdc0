import { maintenanceChanged } from '@app/contracts';
import { EventBus } from '@app/events';
import type { Actor } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditService } from '../../platform/audit/audit.service';
import { OccurrencesService } from '../../platform/occurrences/occurrences.service';
import { type Maintenance, toMaintenance } from './maintenance';
import type { MaintenanceRow } from './maintenance.queries';

/** Records changes of work orders: in the audit log, for workflows, and for event streams. */
@Injectable()
export class MaintenanceJournal {
  constructor(
    private readonly audit: AuditService,
    private readonly occurrences: OccurrencesService,
    private readonly bus: EventBus,
  ) {}

  async recordCreated(manager: EntityManager, actor: Actor, row: MaintenanceRow): Promise<void> {
    const record = { action: 'maintenance.created', target: `maintenance ${row.id}` };
    await this.audit.record(actor, { ...record, after: toMaintenance(row) }, manager);
  }

  async recordChanged(
    manager: EntityManager,
    actor: Actor,
    { before, after, executionId }: { before: MaintenanceRow; after: MaintenanceRow; executionId?: string },
  ): Promise<void> {
    const record = { action: 'maintenance.changed', target: `maintenance ${after.id}` };
    const change = { ...record, before: toMaintenance(before), after: toMaintenance(after) };
    await this.audit.recordChange(actor, change, manager);
    if (after.status !== 'completed' || before.status === 'completed') return;
    const name = 'maintenance.completed';
    const payload = { event: name, ...completion(change.after) };
    await this.occurrences.record(manager, { kind: 'event', name, payload, executionId });
  }

  async recordRemoved(manager: EntityManager, actor: Actor, row: MaintenanceRow): Promise<void> {
    const record = { action: 'maintenance.removed', target: `maintenance ${row.id}` };
    await this.audit.record(actor, { ...record, before: toMaintenance(row) }, manager);
  }

  /** Notifies event streams and workers. Call this after the commit. */
  publish({ id, status, title }: MaintenanceRow): void {
    this.bus.publish(maintenanceChanged, { maintenanceId: id, status, title });
    if (status === 'completed') this.occurrences.announce();
  }
}

/** The payload of `maintenance.completed`. */
function completion({ id, description: _description, ...order }: Maintenance): object {
  return { maintenanceId: id, ...order };
}
