import { Entity, PrimaryColumn } from 'typeorm';
import { LongTextColumn } from './columns';

/** What an execution works with. */
@Entity('workflow_execution_data')
export class WorkflowExecutionDataEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) executionId: string;
  /** JSON. */
  @LongTextColumn() triggerData: string;
  /** JSON of the engine's state; null before the first write and after success. */
  @LongTextColumn({ nullable: true }) state: string | null;
}
