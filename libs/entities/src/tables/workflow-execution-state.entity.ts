import { Entity, PrimaryColumn } from 'typeorm';
import { LongTextColumn } from '../columns';

/**
 * The state of an execution. It is only stored if the execution has had side effects, waited or failed, and is deleted
 * when the execution succeeds.
 */
@Entity('workflow_execution_state')
export class WorkflowExecutionStateEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) executionId: string;
  /** JSON. */
  @LongTextColumn() state: string;
}
