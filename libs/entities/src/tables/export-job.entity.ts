import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { DoubleColumn, InstantColumn, JsonTextColumn } from '../columns';
import type { WorkRow, WorkStatus } from './work-row';

export const EXPORT_TYPES = ['energy', 'faults', 'alarms'] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** The export of records to a CSV file, with the progress of its work. */
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
  /** The platform's time zone at the creation, so that each attempt writes the same file. */
  @Column({ type: 'varchar', length: 64 }) timezone: string;
  /** Validated for the type. */
  @JsonTextColumn() filters: Record<string, string | number | boolean>;
  @Column({ type: 'varchar', length: 9 }) status: WorkStatus;
  /** 0 to 1. */
  @DoubleColumn() progress: number;
  /** The created file. It may have been deleted since. */
  @Column({ type: 'varchar', length: 36, nullable: true }) fileId: string | null;
  /** Why the last attempt failed; null if it did not fail. */
  @Column({ type: 'varchar', length: 500, nullable: true }) error: string | null;

  /** Number of attempts that have begun. */
  @Column({ type: 'int' }) attempts: number;
  /** Identifies the running attempt. A new attempt replaces it; the writes of the old attempt then have no effect. */
  @Column({ type: 'varchar', length: 36, nullable: true }) claim: string | null;
  /** When the next attempt is due; during an attempt the end of its claim; null when the work has ended. */
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  @Column({ type: 'varchar', length: 254 }) createdBy: string;
  /** The execution of a workflow that started the export. */
  @Column({ type: 'varchar', length: 36, nullable: true }) executionId: string | null;
  @InstantColumn() createdAt: Date;
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
