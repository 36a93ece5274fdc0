import { Environment } from '@app/config';
import { backupChanged } from '@app/contracts';
import { BackupEntity } from '@app/entities';
import { EventBus } from '@app/events';
import { Actor, Clock, type Message, say } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { type Claimed, WorkClaims } from '../claimed-work/work-claims';
import { OccurrencesService } from '../occurrences/occurrences.service';

/** The facts that the verification of a backup has found. */
export type BackupFacts = Pick<
  BackupEntity,
  'tables' | 'rowCount' | 'files' | 'missingFiles' | 'verifiedAt' | 'error'
>;

const ACTOR = Actor.system('backups');

/** Claims due backups, stores their results, and publishes their progress. */
@Injectable()
export class BackupClaims extends WorkClaims<BackupEntity> {
  constructor(
    dataSource: DataSource,
    private readonly audit: AuditService,
    private readonly occurrences: OccurrencesService,
    private readonly bus: EventBus,
    environment: Environment,
    clock: Clock,
  ) {
    super(
      { dataSource, environment, clock },
      {
        entity: BackupEntity,
        interrupted: say('backup_interrupted'),
        whenEnded: { activeKey: null },
      },
    );
  }

  /** Completes the backup, and records the event `backup.completed` in the same transaction. */
  async succeed(row: Claimed<BackupEntity>, facts: BackupFacts): Promise<void> {
    const isStored = await this.complete(row, facts, (manager) =>
      this.recordEnd(manager, Object.assign(new BackupEntity(), row, facts, { status: 'completed' })),
    );
    if (isStored) this.occurrences.announce();
  }

  protected override recordFailure(manager: EntityManager, row: BackupEntity, error: Message): Promise<void> {
    return this.recordEnd(manager, Object.assign(new BackupEntity(), row, { status: 'failed', error }));
  }

  protected override announce({ id, status, progress }: BackupEntity): void {
    this.bus.publish(backupChanged, { backupId: id, status, progress });
  }

  private async recordEnd(manager: EntityManager, row: BackupEntity): Promise<void> {
    const payload = endedPayload(row);
    await this.occurrences.record(manager, { kind: 'event', name: 'backup.completed', payload });
    const record = { action: `backup.${row.status}`, target: `backup ${row.id}`, after: payload };
    await this.audit.record(ACTOR, record, manager);
  }
}

/** The payload of the event `backup.completed`. */
function endedPayload(backup: BackupEntity): object {
  const { id, status, scheduled, includesFiles, encrypted, fileId, sizeBytes, verifiedAt, error } = backup;
  return {
    event: 'backup.completed',
    backupId: id,
    status,
    scheduled,
    includesFiles,
    encrypted,
    fileId,
    size: sizeBytes,
    verifiedAt,
    error: error?.message ?? null,
  };
}
