import { Entity, PrimaryColumn } from 'typeorm';
import { LongTextColumn } from '../columns';

/** The state of an execution that has acted, waited or failed. Deleted when the execution succeeds. */
@Entity('workflow_execution_state')
export class WorkflowExecutionStateEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) executionId: string;
  /** JSON. */
  @LongTextColumn() state: string;
}
