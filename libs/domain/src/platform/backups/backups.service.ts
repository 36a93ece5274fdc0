import { writeBackup, type WriteBackupJob } from '@app/contracts';
import { BackupEntity, isDuplicateKey } from '@app/entities';
import { type Actor, Clock, DomainError, type Page, type PageRequest } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { WorkQueue } from '../claimed-work/work-queue';
import { IdempotencyService } from '../idempotency/idempotency.service';
import {
  type Backup,
  findBackups,
  findBackupSchedule,
  hasActiveBackup,
  insertBackup,
} from './backups.queries';
import { newBackup } from './new-backup';

export interface BackupInput {
  /** Default: as in the schedule. */
  includeFiles?: boolean;
}

/** Queues the jobs of backups. */
@Injectable()
export class BackupQueue extends WorkQueue<WriteBackupJob> {
  protected readonly work = {
    entity: BackupEntity,
    job: writeBackup,
    payloadOf: (backupId: string) => ({ backupId }),
  };
}

/** Starts and lists backups. `BackupWorkService` writes them. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: BackupQueue,
    private readonly idempotency: IdempotencyService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** All backups, newest first. */
  list(page: PageRequest): Promise<Page<Backup>> {
    return findBackups(this.dataSource.manager, page);
  }

  /**
   * Records a backup. A background job writes it.
   * @param requestKey idempotency key. If the same user repeats the request within 24 hours, they get the first
   *   response again
   * @returns the id of the backup
   * @throws DomainError `backup_running` if another backup is waiting or running; unavailable if the queue is
   *   unreachable
   */
  async start(actor: Actor, { includeFiles }: BackupInput, requestKey?: string): Promise<string> {
    const { answer, repeated } = await this.idempotency.answer(
      `backup/${actor.scope}`,
      requestKey,
      { includeFiles },
      async (manager) => ({ id: await this.create(manager, actor, includeFiles) }),
    );
    if (!repeated) this.queue.queue([{ id: answer.id, attempts: 0 }]);
    return answer.id;
  }

  private async create(manager: EntityManager, actor: Actor, includeFiles?: boolean): Promise<string> {
    this.queue.assertReachable();
    const includesFiles = includeFiles ?? (await findBackupSchedule(manager)).includeFiles;
    if (await hasActiveBackup(manager)) throw alreadyRunning();
    const backup = newBackup({
      scheduled: false,
      includesFiles,
      createdBy: actor.name,
      createdAt: this.clock.now(),
    });
    try {
      await insertBackup(manager, backup);
    } catch (error) {
      throw isDuplicateKey(error) ? alreadyRunning() : error;
    }
    const record = { action: 'backup.started', target: `backup ${backup.id}`, after: { includesFiles } };
    await this.audit.record(actor, record, manager);
    return backup.id;
  }
}

function alreadyRunning(): DomainError {
  return new DomainError(
    'conflict',
    'backup_running',
    'A backup is already running. Wait until it has ended.',
  );
}
