import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { InstantColumn } from '../columns';

/** Records that a node of one execution (the caller) started another execution. Deleted together with the caller. */
@Entity('execution_call')
@Index('execution_call_caller', ['callerId'])
export class ExecutionCallEntity {
  /** The idempotency key of the node run, followed by the number of the attempt. */
  @PrimaryColumn({ type: 'varchar', length: 64 }) stepKey: string;
  @Column({ type: 'varchar', length: 36 }) callerId: string;
  /** The execution that was started. It may have been deleted in the meantime. */
  @Column({ type: 'varchar', length: 36 }) executionId: string;
  @InstantColumn() createdAt: Date;
}
