import { type Message } from '@app/kernel';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { BigIntColumn, BooleanColumn, InstantColumn, LongTextColumn, MessageColumn } from '../columns';
import { type TriggerType, WorkflowEntity } from './workflow.entity';

export const EXECUTION_STATUSES = ['running', 'success', 'failed'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/**
 * One execution of a workflow. The row contains the columns that lists show, and the claim that determines which worker
 * may continue the execution. The state and the results are in separate tables. Most executions need no stored state.
 * Only their start and their end are written to the database.
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
  /** Because of the foreign key, no execution can be accepted while its workflow is being deleted. */
  @ManyToOne(() => WorkflowEntity) @JoinColumn() workflow?: WorkflowEntity;
  /** The executed revision of the definition. */
  @Column({ type: 'int' }) revision: number;
  @Column({ type: 'varchar', length: 8 }) status: ExecutionStatus;
  @Column({ type: 'varchar', length: 16 }) trigger: TriggerType;
  /** JSON. Only selected on request. */
  @LongTextColumn({ select: false }) triggerData: string;
  /** Method, headers and query of a webhook's request, as JSON; null for other triggers. Selected only on request. */
  @LongTextColumn({ nullable: true, select: false }) webhookRequest?: string | null;
  /** The node outputs that the caller of a dry run provides, by node, as JSON. Selected only on request. */
  @LongTextColumn({ nullable: true, select: false }) givenOutputs?: string | null;
  /** Null if the execution waits for another one to end, or if it was ended before it started. */
  @InstantColumn({ nullable: true }) startedAt: Date | null;
  /** Null while the execution runs. */
  @InstantColumn({ nullable: true }) finishedAt: Date | null;
  /** When a worker must continue the execution; null before its start and after its end. */
  @InstantColumn({ nullable: true }) dueAt: Date | null;
  /**
   * The number of writes of the state. A write succeeds only if the version is still the one that the writing process
   * has read.
   */
  @Column({ type: 'int' }) version: number;
  /**
   * The worker that holds the claim, and when the claim expires by the clock of the database. Null if no worker has
   * claimed the execution yet.
   */
  @Column({ type: 'varchar', length: 36, nullable: true }) claimedBy: string | null;
  @InstantColumn({ nullable: true }) claimedUntil: Date | null;
  /**
   * The number of recoveries since the state was last written. A recovery takes the execution over from a worker that
   * died or stalled. The column keeps its older name, `revivals`.
   */
  @Column({ type: 'int', name: 'revivals' }) recoveries: number;
  @BooleanColumn() dryRun: boolean;
  /**
   * How far the clock of a dry run is ahead of the real clock, in milliseconds. Null unless the caller has chosen the
   * time of the dry run. Selected only on request.
   */
  @BigIntColumn({ nullable: true, select: false }) clockOffsetMs?: number | null;
  /** The failed execution that this execution continues as a retry. */
  @Column({ type: 'varchar', length: 36, nullable: true }) retryOf: string | null;
  /** The reason of the failure; null if the execution did not fail. */
  @MessageColumn() error: Message | null;
  @Column({ type: 'varchar', length: 128, nullable: true }) requestId: string | null;
  /**
   * The number of executions in the chain that led to this execution. Each of them caused an event that started the
   * next execution.
   */
  @Column({ type: 'int', default: 0 }) chainDepth: number;
  /** The execution whose `run_workflow` node has started this one. */
  @Column({ type: 'varchar', length: 36, nullable: true }) parentId: string | null;
  /**
   * The number of executions in the chain that led to this execution. Each of them started the next execution by a
   * `run_workflow` node.
   */
  @Column({ type: 'int', default: 0 }) callDepth: number;
  /**
   * How often the execution was woken. If it is woken while a worker runs it, and the worker then saves a wait, the
   * execution is due immediately.
   */
  @Column({ type: 'int', default: 0 }) wakes: number;
  /**
   * The order in which the unfinished executions of a workflow were accepted. Null if the mode of the workflow is
   * `parallel`. When an execution with a number ends, the next waiting execution starts.
   */
  @Column({ type: 'int', nullable: true }) serialNumber: number | null;
}
