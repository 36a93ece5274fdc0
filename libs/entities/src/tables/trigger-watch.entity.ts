import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A workflow whose trigger follows values over time. The row is inserted when the trigger begins to follow values. If
 * another process changes the progress of the trigger, that process deletes the row or stores a new version. The
 * process that evaluates the trigger then reads the progress again.
 */
@Entity('trigger_watch')
export class TriggerWatchEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) workflowId: string;
  @Column({ type: 'varchar', length: 36 }) version: string;
}
