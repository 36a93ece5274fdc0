import { Entity, PrimaryColumn } from 'typeorm';
import { LongTextColumn } from '../columns';

/** A part of an execution's node results, as a JSON array in text. Parts are added and never changed. */
@Entity('workflow_execution_results')
export class WorkflowExecutionResultsEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) executionId: string;
  /** Number of the part, from 1. */
  @PrimaryColumn({ type: 'int' }) part: number;
  /** JSON array of node results. */
  @LongTextColumn() results: string;
}
