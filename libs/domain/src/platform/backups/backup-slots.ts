import type { BackupScheduleEntity } from '@app/entities';
import type { ScheduleOwner } from '../schedules/schedule-registration';
import type { Schedule } from '../schedules/schedule-source';

/** There is one schedule of backups. */
export const SCHEDULE_OWNER: ScheduleOwner = { ownerKind: 'backup', ownerId: '1' };

/** The cron schedule of backups; null if it is disabled. */
export function scheduleOf({ enabled, cron, timezone }: BackupScheduleEntity): Schedule | null {
  return enabled ? { cron, timezone } : null;
}
