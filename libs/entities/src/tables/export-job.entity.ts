import { type Message } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { DoubleColumn, InstantColumn, JsonTextColumn, MessageColumn } from '../columns';
import type { WorkRow, WorkStatus } from './work-row';

export const EXPORT_TYPES = ['energy', 'faults', 'alarms', 'savings'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** An export of records to a CSV file, with its progress. */
@Entity('export_job')
@Index('export_job_due', ['dueAt', 'id'])
@Index('export_job_finished', ['finishedAt', 'id'])
export class ExportJobEntity implements WorkRow {
  /** UUIDv7. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'varchar', length: 8 }) type: ExportType;
  /** The range [fromAt, toAt) of the records. */
  @InstantColumn() fromAt: Date;
  @InstantColumn() toAt: Date;
  /** The platform's time zone when the export was created. It is stored so that each attempt writes the same file. */
  @Column({ type: 'varchar', length: 64 }) timezone: string;
  /** The filters, which have been validated for the type of the export. */
  @JsonTextColumn() filters: Record<string, string | number | boolean>;
  @Column({ type: 'varchar', length: 9 }) status: WorkStatus;
  /** 0 to 1. */
  @DoubleColumn() progress: number;
  /** The created file. It may have been deleted in the meantime. */
  @Column({ type: 'varchar', length: 36, nullable: true }) fileId: string | null;
  /** Why the last attempt failed. Null if it did not fail. */
  @MessageColumn() error: Message | null;

  /** Number of attempts that have begun. */
  @Column({ type: 'int' }) attempts: number;
  /**
   * Identifies the running attempt. Each attempt stores a new value. From then on, writes of older attempts have no
   * effect.
   */
  @Column({ type: 'varchar', length: 36, nullable: true }) claim: string | null;
  /** When the next attempt is due. During an attempt, this is the end of the claim. Null when the work has ended. */
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  @Column({ type: 'varchar', length: 254 }) createdBy: string;
  /** The execution of a workflow that started the export. */
  @Column({ type: 'varchar', length: 36, nullable: true }) executionId: string | null;
  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
