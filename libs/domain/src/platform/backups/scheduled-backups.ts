import { Injectable, Logger } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type FiredSlot,
  type FiredWork,
  type OwnedSchedule,
  type Schedule,
  ScheduleSource,
} from '../schedules/schedule-source';
import { SCHEDULE_OWNER, scheduleOf } from './backup-slots';
import { BackupQueue } from './backups.service';
import { findBackupSchedule, hasActiveBackup, insertBackup, lockBackupSchedule } from './backups.queries';
import { newBackup } from './new-backup';

const NOTHING: FiredWork = { count: 0, announce: () => undefined };

/** The schedule of backups. A slot starts a backup, unless another backup is running. */
@Injectable()
export class ScheduledBackups extends ScheduleSource {
  readonly kind = 'backup';
  private readonly logger = new Logger(ScheduledBackups.name);

  constructor(
    private readonly dataSource: DataSource,
    private readonly queue: BackupQueue,
  ) {
    super();
  }

  async wanted(): Promise<OwnedSchedule[]> {
    const schedule = scheduleOf(await findBackupSchedule(this.dataSource.manager));
    return schedule ? [{ ...schedule, ownerId: SCHEDULE_OWNER.ownerId }] : [];
  }

  async lock(manager: EntityManager, ownerId: string): Promise<Schedule | null> {
    return ownerId === SCHEDULE_OWNER.ownerId ? scheduleOf(await lockBackupSchedule(manager)) : null;
  }

  async fire(manager: EntityManager, [slot]: readonly FiredSlot[]): Promise<FiredWork> {
    if (!slot) return NOTHING;
    const { enabled, includeFiles } = await findBackupSchedule(manager);
    if (!enabled) return NOTHING;
    if (await hasActiveBackup(manager)) {
      this.logger.warn('The scheduled backup was skipped, because another backup is running.');
      return NOTHING;
    }
    const backup = newBackup({
      scheduled: true,
      includesFiles: includeFiles,
      createdBy: 'schedule',
      createdAt: slot.firedAt,
    });
    await insertBackup(manager, backup);
    return { count: 1, announce: () => this.queue.queue([backup]) };
  }
}
