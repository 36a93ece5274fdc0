import { type Message } from '@app/kernel';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { DoubleColumn, InstantColumn, MessageColumn } from '../columns';
import type { WorkRow, WorkStatus } from './work-row';

/** The mail of a report to one recipient. It is due when the report's file exists. */
@Entity('report_mail')
@Index('report_mail_run', ['runId', 'id'])
@Index('report_mail_due', ['dueAt', 'id'])
export class ReportMailEntity implements WorkRow {
  /** UUIDv7. All attempts have the same message id. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'varchar', length: 36 }) runId: string;
  @Column({ type: 'varchar', length: 254 }) address: string;
  /** `completed` if the mail server has accepted the mail. */
  @Column({ type: 'varchar', length: 9 }) status: WorkStatus;
  @DoubleColumn() progress: number;
  @MessageColumn() error: Message | null;
  @Column({ type: 'int' }) attempts: number;
  @Column({ type: 'varchar', length: 36, nullable: true }) claim: string | null;
  /** When the next attempt is due. Null before the file exists and after the work has ended. */
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
}
