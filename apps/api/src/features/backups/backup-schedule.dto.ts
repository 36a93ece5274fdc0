import type { BackupSchedule, BackupScheduleChanges } from '@app/domain';
import { IsTimeZoneName } from '@app/kernel';
import { OmitType, PartialType } from '@nestjs/swagger';
import { IsBoolean, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { IntegerProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';
import { Nullable } from '../../http/fields/omittable.decorator';

const MOST_KEPT = 365;

/** When backups start automatically, and how many of them are kept. */
export class BackupScheduleDto {
  /** Whether the schedule starts backups. */
  @IsBoolean() enabled: boolean;
  /** Cron expression with five fields, such as `30 2 * * *` for every night at 02:30. */
  @IsString() @MaxLength(255) cron: string;
  /** IANA time zone name of the cron expression; null for the platform's time zone. */
  @Nullable() @IsTimeZoneName() @MaxLength(64) timezone: string | null;
  /**
   * Number of completed scheduled backups that are kept. Older scheduled backups are deleted with their files. Backups
   * that a person has started do not count and are not deleted. The newest verified backup is always kept.
   */
  @IsInt()
  @Min(1)
  @Max(MOST_KEPT)
  @IntegerProperty({ minimum: 1, maximum: MOST_KEPT })
  retentionCount: number;
  /** Whether backups contain the stored files. */
  @IsBoolean() includeFiles: boolean;
  /**
   * When the schedule last started a backup; null if it has not started one yet. Backups that a person starts do not
   * count.
   */
  @Nullable() @InstantProperty() lastRun: string | null;
  /** When the schedule starts the next backup; null if it is disabled. */
  @Nullable() @InstantProperty() nextRunAt: string | null;
}

/** Changes of the schedule of backups. Omitted fields stay as they are. */
export class BackupScheduleChangesDto
  extends PartialType(OmitType(BackupScheduleDto, ['lastRun', 'nextRunAt']), { skipNullProperties: false })
  implements BackupScheduleChanges {}

export function toBackupScheduleDto({ lastRun, nextRunAt, ...schedule }: BackupSchedule): BackupScheduleDto {
  return {
    ...schedule,
    lastRun: lastRun?.toISOString() ?? null,
    nextRunAt: nextRunAt?.toISOString() ?? null,
  };
}
