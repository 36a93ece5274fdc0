import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';
import type { TriggerType } from './workflow.entity';

/**
 * A trigger that fired while the mode of its workflow refused another execution. It is evaluated again, and the row is
 * deleted, as soon as the workflow accepts an execution.
 */
@Entity('skipped_start')
export class SkippedStartEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) workflowId: string;
  /** A newer trigger with the same name replaces the older one: see `ExecutionRequest.skippedAs`. */
  @PrimaryColumn({ type: 'varchar', length: 255 }) name: string;
  @Column({ type: 'varchar', length: 16 }) kind: TriggerType;
  /** The trigger data. */
  @JsonTextColumn() payload: object;
  @Column({ type: 'int' }) chainDepth: number;
  @InstantColumn() skippedAt: Date;
}
