import { AuditEntryEntity } from '@app/entities';
import { type Actor, Clock, currentRequest, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type AuditedActor,
  auditedJson,
  type AuditedChange,
  type AuditRecord,
  differences,
} from './audit-record';

/** Writes the audit log. The log is append-only. */
@Injectable()
export class AuditService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds an entry.
   * @param manager the transaction that performs the action, so that action and entry are committed together
   */
  async record(
    actor: AuditedActor,
    { action, target = null, before, after }: AuditRecord,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    const request = currentRequest();
    await manager.insert(AuditEntryEntity, {
      id: newId(),
      at: this.clock.now(),
      userId: actor.userId,
      username: actor.name.slice(0, 254),
      action,
      target: target?.slice(0, 255) ?? null,
      ...auditedJson({ before, after }),
      requestId: request?.requestId ?? null,
      address: request?.clientAddress ?? null,
    });
    if (request) request.audited = true;
  }

  /** Adds an entry with the fields that differ between two states of a record. */
  recordChange<T extends object>(
    actor: Actor,
    { before, after, ...record }: AuditedChange<T>,
    manager: EntityManager,
  ): Promise<void> {
    return this.record(actor, { ...record, ...differences(before, after) }, manager);
  }
}
