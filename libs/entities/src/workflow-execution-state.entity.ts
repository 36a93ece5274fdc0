import { Entity, PrimaryColumn } from 'typeorm';
import { LongTextColumn } from './columns';

/** Where an execution is: there once it has acted, waited or failed, and not after success. */
@Entity('workflow_execution_state')
export class WorkflowExecutionStateEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) executionId: string;
  /** JSON. */
  @LongTextColumn() state: string;
}
