import { type Message } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { DoubleColumn, InstantColumn, JsonTextColumn, MessageColumn } from '../columns';
import type { Language } from './platform-configuration.entity';
import type { ReportFormat } from './report-template.entity';
import type { WorkRow, WorkStatus } from './work-row';

/**
 * One generation of a report, with its progress. The row contains all values that the run needs, so later changes of
 * the plan or of the platform's settings do not affect it.
 */
@Entity('report_run')
@Index('report_run_plan', ['planId', 'id'])
@Index('report_run_due', ['dueAt', 'id'])
@Index('report_run_finished', ['finishedAt', 'id'])
export class ReportRunEntity implements WorkRow {
  /** UUIDv7. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  /** Null for a run of a template without a plan. */
  @Column({ type: 'int', nullable: true }) planId: number | null;
  /** The name of the plan or of the template. */
  @Column({ type: 'varchar', length: 255 }) name: string;
  @Column({ type: 'int' }) templateId: number;
  @Column({ type: 'varchar', length: 8 }) format: ReportFormat;
  @Column({ type: 'varchar', length: 8 }) language: Language;
  @Column({ type: 'varchar', length: 64 }) timezone: string;
  @JsonTextColumn() areaIds: number[];
  /** The period [fromAt, toAt) of the report. */
  @InstantColumn() fromAt: Date;
  @InstantColumn() toAt: Date;
  @Column({ type: 'varchar', length: 9 }) status: WorkStatus;
  @DoubleColumn() progress: number;
  /** The created file. */
  @Index('report_run_file')
  @Column({ type: 'varchar', length: 36, nullable: true })
  fileId: string | null;
  @MessageColumn() error: Message | null;
  @Column({ type: 'int' }) attempts: number;
  @Column({ type: 'varchar', length: 36, nullable: true }) claim: string | null;
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  @Column({ type: 'varchar', length: 254 }) createdBy: string;
  /** The workflow execution that started the run. */
  @Column({ type: 'varchar', length: 36, nullable: true }) executionId: string | null;
  @InstantColumn() createdAt: Date;
  /** When the file was created or the run failed. */
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
