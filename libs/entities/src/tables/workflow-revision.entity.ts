import { Column, Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, JsonTextColumn } from '../columns';
import type { StoredTriggerType } from './workflow.entity';

/** One version of a workflow's definition, for executions. Written once, never changed. */
@Entity('workflow_revision')
export class WorkflowRevisionEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 }) workflowId: string;
  @PrimaryColumn({ type: 'int' }) revision: number;
  @JsonTextColumn() definition: object;
  @Column({ type: 'varchar', length: 16 }) triggerType: StoredTriggerType;
  @JsonTextColumn() triggerConfig: object;
  @InstantColumn() createdAt: Date;
}
