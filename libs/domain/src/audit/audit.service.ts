import { AuditEntryEntity } from '@app/entities';
import { Clock, currentRequest, newId } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type AuditedActor, auditedJson, type AuditRecord } from './audit-record';

/** Writes the log of who did what. It only grows: nothing changes or removes an entry. */
@Injectable()
export class AuditService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * Puts what was done on the log.
   * @param manager of the transaction that does it, so that neither is without the other
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
}
