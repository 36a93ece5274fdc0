import { Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, LongTextColumn } from '../columns';

/** Values that workflows store for later executions, written by `database` nodes. */
@Entity('workflow_memory')
export class WorkflowMemoryEntity {
  @PrimaryColumn({ type: 'varchar', length: 191 }) name: string;
  @LongTextColumn({ nullable: true }) value: string | null;
  @InstantColumn({ nullable: true }) updatedAt: Date | null;
}
