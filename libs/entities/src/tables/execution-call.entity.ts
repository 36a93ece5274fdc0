import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BooleanColumn, InstantColumn, LongTextColumn } from '../columns';

/** Records that a node of one execution (the caller) started another execution. Deleted together with the caller. */
@Entity('execution_call')
@Index('execution_call_caller', ['callerId'])
@Index('execution_call_execution', ['executionId'])
export class ExecutionCallEntity {
  /** The idempotency key of the node run, followed by the number of the attempt. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) stepKey: string;
  @Column({ type: 'varchar', length: 36 }) callerId: string;
  /** The execution that was started. It may have been deleted in the meantime. */
  @Column({ type: 'varchar', length: 36 }) executionId: string;
  /** True if the caller waits for the end of the execution. */
  @BooleanColumn({ default: true }) isAwaited: boolean;
  /** The output of the last `end` node that the execution has reached, as JSON; null if it has reached none. */
  @LongTextColumn({ nullable: true }) output: string | null;
  @InstantColumn() createdAt: Date;
}
