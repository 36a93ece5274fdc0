import { Column, Entity, PrimaryColumn } from 'typeorm';
import { BooleanColumn } from '../columns';

/** When scheduled backups run, and how many of them are kept. The table has one row. */
@Entity('backup_schedule')
export class BackupScheduleEntity {
  /** Always 1. */
  @PrimaryColumn({ type: 'int' }) id: number;
  @BooleanColumn() enabled: boolean;
  @Column({ type: 'varchar', length: 255 }) cron: string;
  /** IANA name; null for the platform's zone. */
  @Column({ type: 'varchar', length: 64, nullable: true }) timezone: string | null;
  /** Number of completed scheduled backups to keep. */
  @Column({ type: 'int' }) retentionCount: number;
  /** Whether backups contain the stored files. A request for a backup may override this setting. */
  @BooleanColumn() includeFiles: boolean;
}
