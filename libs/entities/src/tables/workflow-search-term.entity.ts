import { Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { orderedByCode } from '../columns';
import { WorkflowEntity } from './workflow.entity';

/**
 * A term of the prefix search of workflows: a folded name from the beginning of one of its words to the end of the
 * name.
 */
@Entity('workflow_search_term')
@Index('workflow_search_term_workflow', ['workflowId'])
export class WorkflowSearchTermEntity {
  @PrimaryColumn({ type: 'varchar', length: 254, ...orderedByCode }) term: string;
  @PrimaryColumn({ type: 'varchar', length: 36 }) workflowId: string;
  @ManyToOne(() => WorkflowEntity, { onDelete: 'CASCADE' }) @JoinColumn() workflow?: WorkflowEntity;
}
