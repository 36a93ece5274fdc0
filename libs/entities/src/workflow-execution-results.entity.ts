import { Entity, PrimaryColumn } from 'typeorm';
import { LongTextColumn } from './columns';

/** What came of an execution's nodes: each write of the state adds a part, none is changed. */
@Entity('workflow_execution_results')
export class WorkflowExecutionResultsEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) executionId: string;
  /** From 1. */
  @PrimaryColumn({ type: 'int' }) part: number;
  /** JSON array of node results. */
  @LongTextColumn() results: string;
}
