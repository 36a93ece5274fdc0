import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { BooleanColumn, InstantColumn, LongTextColumn } from '../columns';
import { type TriggerType, WorkflowEntity } from './workflow.entity';

export const EXECUTION_STATUSES = ['running', 'success', 'failed'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/**
 * One execution of a workflow: the columns that lists show, and the claim that decides which worker may continue it.
 * Its state and results are stored in separate tables: most executions are written once before they run and once
 * afterwards, and have no state in between.
 */
@Entity('workflow_execution')
@Index('workflow_execution_workflow', ['workflowId', 'id'])
@Index('workflow_execution_list', ['workflowId', 'status', 'trigger', 'id'])
@Index('workflow_execution_due', ['dueAt'])
@Index('workflow_execution_finished', ['finishedAt'])
export class WorkflowExecutionEntity {
  /** UUIDv7: sorts by the time at which the execution was accepted. */
  @PrimaryColumn({ type: 'varchar', length: 36 }) id: string;
  @Column({ type: 'varchar', length: 36 }) workflowId: string;
  /** The foreign key prevents an execution from being accepted while its workflow is being deleted. */
  @ManyToOne(() => WorkflowEntity) @JoinColumn() workflow?: WorkflowEntity;
  /** The executed revision of the definition. */
  @Column({ type: 'int' }) revision: number;
  @Column({ type: 'varchar', length: 8 }) status: ExecutionStatus;
  @Column({ type: 'varchar', length: 16 }) trigger: TriggerType;
  /** JSON; selected only on request. */
  @LongTextColumn({ select: false }) triggerData: string;
  /** Method, headers and query of a webhook's request, as JSON; null for other triggers. Selected only on request. */
  @LongTextColumn({ nullable: true, select: false }) webhookRequest?: string | null;
  @InstantColumn() startedAt: Date;
  /** Null while the execution runs. */
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
  /** When a worker must continue the execution; null once it has ended. */
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  /**
   * The number of writes of the state. A write names the version it read, so only one process can write the next
   * version.
   */
  @Column({ type: 'int' }) version: number;
  /**
   * The worker that holds the claim, and the claim's expiry by the database's clock; null if no worker has claimed the
   * execution yet.
   */
  @Column({ type: 'varchar', length: 36, nullable: true }) claimedBy: string | null;
  @InstantColumn({ nullable: true }) claimedUntil: Date | null;
  /**
   * The number of recoveries since the state was last written. A recovery takes the execution over from a worker that
   * died or stalled.
   */
  @Column({ type: 'int', name: 'revivals' }) recoveries: number;
  @BooleanColumn() dryRun: boolean;
  /** The failed execution that this execution continues. */
  @Column({ type: 'varchar', length: 36, nullable: true }) retryOf: string | null;
  /** The reason of the failure; null if the execution did not fail. */
  @Column({ type: 'varchar', length: 1000, nullable: true }) error: string | null;
  @Column({ type: 'varchar', length: 128, nullable: true }) requestId: string | null;
  /** How many executions led to this one, each started by an event of the one before. */
  @Column({ type: 'int', default: 0 }) chainDepth: number;
}
