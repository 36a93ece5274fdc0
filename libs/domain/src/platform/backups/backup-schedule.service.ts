import { BackupScheduleEntity, inTransaction } from '@app/entities';
import { type Actor, Clock, DomainError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { AuditService } from '../audit/audit.service';
import { ConfigurationService } from '../configuration/configuration.service';
import { cronFault } from '../schedules/cron-schedule';
import { nextSlots, registerSchedule } from '../schedules/schedule-registration';
import { SCHEDULE_OWNER, scheduleOf } from './backup-slots';
import {
  findBackupSchedule,
  findLastScheduled,
  lockBackupSchedule,
  saveBackupSchedule,
} from './backups.queries';

type Settings = Omit<BackupScheduleEntity, 'id'>;

/** The changes of the schedule. Omitted fields keep their value. */
export type BackupScheduleChanges = Partial<Settings>;

export interface BackupSchedule extends Settings {
  /** The time at which the schedule last started a backup. */
  lastRun: Date | null;
  nextRunAt: Date | null;
}

/** Reads and changes the schedule of backups. */
@Injectable()
export class BackupScheduleService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: ConfigurationService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<BackupSchedule> {
    const { manager } = this.dataSource;
    return withRuns(manager, await findBackupSchedule(manager));
  }

  /** @throws DomainError invalid if the cron expression is not valid */
  async change(actor: Actor, changes: BackupScheduleChanges): Promise<BackupSchedule> {
    if (changes.cron !== undefined) assertCron(changes.cron);
    const platformZone = await this.configuration.timezone();
    return inTransaction(this.dataSource, async (manager) => {
      const before = await lockBackupSchedule(manager);
      const after = Object.assign(new BackupScheduleEntity(), before, changes);
      await saveBackupSchedule(manager, after);
      const at = { platformZone, nowMs: this.clock.nowMs() };
      await registerSchedule(manager, SCHEDULE_OWNER, scheduleOf(after), at);
      const change = { action: 'backup_schedule.changed', target: 'backup schedule', before, after };
      await this.audit.recordChange(actor, change, manager);
      return withRuns(manager, after);
    });
  }
}

async function withRuns(
  manager: EntityManager,
  { id: _id, ...settings }: BackupScheduleEntity,
): Promise<BackupSchedule> {
  const { ownerKind, ownerId } = SCHEDULE_OWNER;
  const slots = await nextSlots(manager, ownerKind, [ownerId]);
  return {
    ...settings,
    lastRun: await findLastScheduled(manager),
    nextRunAt: slots.get(ownerId) ?? null,
  };
}

function assertCron(cron: string): void {
  const fault = cronFault(cron);
  if (fault === null) return;
  throw DomainError.invalid('The schedule is not valid.', [{ path: 'cron', ...fault }]);
}
