import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { BooleanColumn, InstantColumn, LongTextColumn } from './columns';
import { type TriggerType, WorkflowEntity } from './workflow.entity';

export const EXECUTION_STATUSES = ['running', 'success', 'failed'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/**
 * One run of a workflow: what lists show, and what decides who may go on with it. State and results lie in tables beside
 * it: most executions are written once before they run and once after, and have no state in between.
 */
@Entity('workflow_execution')
@Index('workflow_execution_workflow', ['workflowId', 'id'])
@Index('workflow_execution_list', ['workflowId', 'status', 'trigger', 'id'])
@Index('workflow_execution_due', ['dueAt'])
@Index('workflow_execution_finished', ['finishedAt'])
export class WorkflowExecutionEntity {
  /** UUIDv7: sorts by the time it was accepted. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'varchar', length: 36 }) workflowId: string;
  /** None is accepted while its workflow is removed. */
  @ManyToOne(() => WorkflowEntity) @JoinColumn() workflow?: WorkflowEntity;
  /** Of the definition that it runs. */
  @Column({ type: 'int' }) revision: number;
  @Column({ type: 'varchar', length: 8 }) status: ExecutionStatus;
  @Column({ type: 'varchar', length: 16 }) trigger: TriggerType;
  /** JSON; read only where it is asked for. */
  @LongTextColumn({ select: false }) triggerData: string;
  @InstantColumn() startedAt: Date;
  /** Null while it runs. */
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
  /** When it is to be gone on with; null once it has ended. */
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  /** Counts the writes of its state: who writes knows which one is present, and only one can write the next. */
  @Column({ type: 'int' }) version: number;
  /** The worker that is at it, and until when that holds by the database's clock; null where none has acted yet. */
  @Column({ type: 'varchar', length: 36, nullable: true }) claimedBy: string | null;
  @InstantColumn({ nullable: true }) claimedUntil: Date | null;
  /** How often it was taken up anew since its state was last written. */
  @Column({ type: 'int' }) revivals: number;
  @BooleanColumn() dryRun: boolean;
  /** The failed execution that this one goes on from. */
  @Column({ type: 'varchar', length: 36, nullable: true }) retryOf: string | null;
  /** Why it failed; null where it did not. */
  @Column({ type: 'varchar', length: 1000, nullable: true }) error: string | null;
  @Column({ type: 'varchar', length: 128, nullable: true }) requestId: string | null;
}
