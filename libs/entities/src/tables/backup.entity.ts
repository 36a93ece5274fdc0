import { type Message } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BigIntColumn, BooleanColumn, DoubleColumn, InstantColumn, MessageColumn } from '../columns';
import type { WorkRow, WorkStatus } from './work-row';

/** A backup, with the progress of its work. Its file is in the list of files. */
@Entity('backup')
@Index('backup_due', ['dueAt', 'id'])
@Index('backup_active_unique', ['activeKey'], { unique: true })
@Index('backup_scheduled', ['scheduled', 'status', 'id'])
export class BackupEntity implements WorkRow {
  /** UUIDv7, which sorts by creation time. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  /** True if the schedule started the backup, false if a person did. */
  @BooleanColumn() scheduled: boolean;
  @BooleanColumn() includesFiles: boolean;
  @Column({ type: 'varchar', length: 9 }) status: WorkStatus;
  /** 0 to 1. */
  @DoubleColumn() progress: number;

  /** The created file. Null until the file is written. The following columns describe its content. */
  @Column({ type: 'varchar', length: 36, nullable: true }) fileId: string | null;
  @BigIntColumn({ nullable: true }) sizeBytes: number | null;
  /** Hexadecimal. */
  @Column({ type: 'varchar', length: 64, nullable: true }) sha256: string | null;
  @BooleanColumn({ nullable: true }) encrypted: boolean | null;
  /** Number of tables. */
  @Column({ type: 'int', nullable: true }) tables: number | null;
  /** Number of rows in all tables. */
  @BigIntColumn({ nullable: true }) rowCount: number | null;
  /** Number of stored files. */
  @Column({ type: 'int', nullable: true }) files: number | null;
  /** Number of stored files that were missing from the file store. */
  @Column({ type: 'int', nullable: true }) missingFiles: number | null;
  /**
   * When the file was verified by restoring it into a temporary database and comparing the data. Null if this was not
   * possible.
   */
  @InstantColumn({ nullable: true }) verifiedAt: Date | null;

  /** Why the last attempt failed, or why a completed backup could not be verified; null if there is no problem. */
  @MessageColumn() error: Message | null;
  @Column({ type: 'int' }) attempts: number;
  @Column({ type: 'varchar', length: 36, nullable: true }) claim: string | null;
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  /** `active` until the work has ended, and null after that. The unique index allows only one active backup. */
  @Column({ type: 'varchar', length: 8, nullable: true }) activeKey: string | null;
  @Column({ type: 'varchar', length: 254 }) createdBy: string;
  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
