import { Entity, PrimaryColumn } from 'typeorm';
import { InstantColumn, LongTextColumn } from './columns';

/** What workflows note for later runs: the one table that their `database` nodes may write. */
@Entity('workflow_memory')
export class WorkflowMemoryEntity {
  @PrimaryColumn({ type: 'varchar', length: 191 }) name: string;
  @LongTextColumn({ nullable: true }) value: string | null;
  @InstantColumn({ nullable: true }) updatedAt: Date | null;
}
