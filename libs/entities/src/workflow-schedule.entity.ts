import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from './columns';

/** The registration of a workflow's schedule: there exactly while the workflow is enabled and has one. */
@Entity('workflow_schedule')
export class WorkflowScheduleEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) workflowId: string;
  @Column({ type: 'varchar', length: 255 }) cron: string;
  /** IANA name; null for the platform's zone. */
  @Column({ type: 'varchar', length: 64, nullable: true }) timezone: string | null;
  /** The next slot; null where there is none any more. */
  @Index('workflow_schedule_next')
  @InstantColumn({ nullable: true })
  nextFireAt: Date | null;
}
