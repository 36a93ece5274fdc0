import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/** The schedule of a workflow. The row exists exactly while the workflow is enabled and has a schedule. */
@Entity('workflow_schedule')
export class WorkflowScheduleEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) workflowId: string;
  @Column({ type: 'varchar', length: 255 }) cron: string;
  /** IANA name; null for the platform's zone. */
  @Column({ type: 'varchar', length: 64, nullable: true }) timezone: string | null;
  /** The next scheduled time; null if there is none. */
  @Index('workflow_schedule_next')
  @InstantColumn({ nullable: true })
  nextFireAt: Date | null;
}
